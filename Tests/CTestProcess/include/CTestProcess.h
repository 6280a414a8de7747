#pragma once

// Gives all signals that are ignored their default action, and blocks none. It runs before the tests do.
void use_default_signals(void);
