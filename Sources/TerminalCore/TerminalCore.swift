// TerminalCore
