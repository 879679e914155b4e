// A graph in DOT as a picture.  Graphviz is loaded when the first one is wanted.

let drawing = null;

export async function drawn(text) {
  drawing ??= import("@viz-js/viz").then((viz) => viz.instance());
  const viz = await drawing;
  const picture = viz.renderSVGElement(text, {
    graphAttributes: { bgcolor: "transparent", fontname: "sans-serif" },
    nodeAttributes: { shape: "box", style: "rounded", fontname: "sans-serif", margin: "0.2,0.1" },
    edgeAttributes: { arrowsize: "0.7" },
  });
  const names = [...picture.querySelectorAll("g.node title")].map((title) => title.textContent);
  for (const title of picture.querySelectorAll("title")) title.remove();
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `a graph of ${names.length} nodes`);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  picture.style.maxWidth = `${picture.viewBox.baseVal.width}pt`;
  return picture;
}
