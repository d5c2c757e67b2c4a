/// The panel: what it shows (`State`), how it is drawn (`view`), and what its keys do (`KeyMap`).
package enum Dashboard {}
