/// The panel: what it shows (`State`), how that looks (`view`), and what its keys mean (`KeyMap`).
public enum Dashboard {}
