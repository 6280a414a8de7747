{
  description = "Live view of any list that changes";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      pkgs = nixpkgs.legacyPackages.x86_64-linux;
    in
    {
      packages.x86_64-linux.default = pkgs.stdenv.mkDerivation {
        pname = "listview";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "@ADDRESS@/v@VERSION@/@NAME@.tar.gz";
          sha256 = "@SHA256@";
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook pkgs.installShellFiles ];
        dontStrip = true;
        installPhase = ''
          install -Dm755 bin/listview -t $out/bin
          installManPage share/man/man1/listview.1
          installShellCompletion completions/listview.bash completions/_listview completions/listview.fish
        '';
        meta = {
          license = pkgs.lib.licenses.mit;
          mainProgram = "listview";
          platforms = [ "x86_64-linux" ];
        };
      };
    };
}
