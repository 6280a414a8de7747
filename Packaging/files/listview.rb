class Listview < Formula
  desc "Live view of any list that changes"
  homepage "@ADDRESS@"
  url "@ADDRESS@/v@VERSION@/@NAME@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on :linux
  depends_on arch: :x86_64

  def install
    bin.install "bin/listview"
    man1.install "share/man/man1/listview.1"
    bash_completion.install "completions/listview.bash" => "listview"
    zsh_completion.install "completions/_listview"
    fish_completion.install "completions/listview.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/listview --version")
  end
end
