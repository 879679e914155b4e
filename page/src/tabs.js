// Rows of tabs that arrow keys walk through.

export function walkable(list, choose) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll('[role="tab"]')];
    const at = tabs.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = { Home: 0, End: tabs.length - 1 }[event.key] ?? (step ? (at + step + tabs.length) % tabs.length : -1);
    if (at < 0 || next < 0) return;
    event.preventDefault();
    choose(tabs[next]);
  });
}

export function selected(list, tab) {
  for (const one of list.querySelectorAll('[role="tab"]')) {
    one.setAttribute("aria-selected", String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
  }
}

// The tabs of files: `onchoose` gets a name.
export class Files {
  constructor(list, onchoose) {
    this.list = list;
    this.onchoose = onchoose;
    walkable(list, (tab) => {
      onchoose(tab.dataset.name);
      [...list.children].find((one) => one.dataset.name === tab.dataset.name)?.focus();
    });
  }

  show(names, active, troubled) {
    const wanted = names.map((name) => `${name}${troubled.has(name) ? "!" : ""}`).join("\n");
    if (this.shown !== wanted) {
      this.shown = wanted;
      this.list.textContent = "";
      for (const name of names) {
        const tab = document.createElement("button");
        tab.type = "button";
        tab.setAttribute("role", "tab");
        tab.setAttribute("aria-controls", "editor");
        tab.dataset.name = name;
        tab.textContent = name;
        if (troubled.has(name)) {
          tab.classList.add("troubled");
          tab.setAttribute("aria-label", `${name}, has problems`);
        }
        tab.addEventListener("click", () => this.onchoose(name));
        this.list.append(tab);
      }
    }
    selected(this.list, [...this.list.children].find((tab) => tab.dataset.name === active));
  }
}
