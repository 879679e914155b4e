// The list of problems: a place to go to, a sentence, notes, help, and a button for each fix.

function made(kind, className, text) {
  const element = document.createElement(kind);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function placeOf(one) {
  return one.path ? `${one.path}:${one.line}:${one.column}` : "";
}

function link(one, show) {
  const place = made("a", "place", placeOf(one));
  place.href = "#editor";
  place.addEventListener("click", (event) => {
    event.preventDefault();
    show(one);
  });
  return place;
}

function item(problem, { show, fix, explain }) {
  const row = made("li", `problem ${problem.severity}`);
  const line = made("div", "line");
  line.append(made("strong", "severity", problem.severity), " ");
  if (problem.path) line.append(link(problem, show), " ");
  line.append(made("span", "message", problem.message), " ");
  const code = made("a", "code", problem.code);
  code.href = "#problems";
  code.title = "what this means";
  code.addEventListener("click", (event) => {
    event.preventDefault();
    explain(problem.code, row);
  });
  line.append(code);
  row.append(line);
  for (const note of problem.notes ?? []) {
    const told = made("div", "because");
    if (note.path) told.append(link(note, show), " ");
    told.append(note.message);
    row.append(told);
  }
  if (problem.help) row.append(made("div", "help", `help: ${problem.help}`));
  for (const one of problem.fixes ?? []) {
    const button = made("button", "fix", one.title);
    button.type = "button";
    button.addEventListener("click", () => fix(one));
    row.append(button);
  }
  return row;
}

export function list(element, problems, deeds) {
  element.textContent = "";
  if (!problems.length) {
    element.append(made("p", "none", "no problems"));
    return;
  }
  const rows = made("ul");
  const order = { error: 0, warning: 1, hint: 2 };
  const sorted = [...problems].sort((one, other) => order[one.severity] - order[other.severity]);
  rows.append(...sorted.map((problem) => item(problem, deeds)));
  element.append(rows);
}

export function count(problems) {
  const errors = problems.filter((one) => one.severity === "error").length;
  const others = problems.length - errors;
  const said = [];
  if (errors) said.push(errors === 1 ? "1 error" : `${errors} errors`);
  if (others) said.push(others === 1 ? "1 warning" : `${others} warnings`);
  return said.join(", ");
}
