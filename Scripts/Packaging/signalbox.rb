class Signalbox < Formula
  desc "Live control panel for the terminal"
  homepage "@URL@"
  version "@VERSION@"
  license "MIT"

@DOWNLOADS@

  depends_on "libyaml"
  depends_on "pcre2"

  on_macos do
    depends_on macos: :sequoia
  end

  def install
    bin.install "bin/signalbox"
    man1.install "share/man/man1/signalbox.1"
    bash_completion.install "share/bash-completion/completions/signalbox"
    zsh_completion.install "share/zsh/site-functions/_signalbox"
    fish_completion.install "share/fish/vendor_completions.d/signalbox.fish"
    doc.install Dir["share/doc/signalbox/*"]
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/signalbox --version").strip
  end
end
