// Python counts code points, the editor UTF-16 units: the same unless a text has pairs.

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

export function toUnits(text, points) {
  if (!PAIR.test(text)) return Math.min(points, text.length);
  let at = 0;
  while (points > 0 && at < text.length) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
    points -= 1;
  }
  return at;
}

export function toPoints(text, units) {
  if (!PAIR.test(text)) return units;
  let at = 0;
  let points = 0;
  while (at < units) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
    points += 1;
  }
  return points;
}
