// The script of the explanation pages, as text: plain JavaScript, nothing loaded, file text only as it stands in the page. Choosing a
// resource shows its reason and the space as it was at that moment: what came later fades, gaps that were too small are striped.

export const EXPLAIN_SCRIPT = `'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const all = selector => [...document.querySelectorAll(selector)];
const root = document.documentElement;
root.classList.add('scripted');

// --- the same thing wherever it stands lights up ---
const groups = new Map();
for (const element of all('[data-hot]')) {
  const list = groups.get(element.dataset.hot);
  if (list) list.push(element); else groups.set(element.dataset.hot, [element]);
}
let hot = null;
const light = name => {
  if (hot === name) return;
  for (const e of groups.get(hot) || []) e.classList.remove('hot');
  for (const e of groups.get(name) || []) e.classList.add('hot');
  hot = name;
};
const hotOf = target => {
  const element = target.closest ? target.closest('[data-hot]') : null;
  return element ? element.dataset.hot : null;
};
addEventListener('mouseover', e => light(hotOf(e.target)));
addEventListener('focusin', e => light(hotOf(e.target)));

// --- choosing a resource ---
const cells = all('.cell[data-lower]');
const choose = r => {
  const picked = data.resources[r];
  for (const article of all('#why article')) article.classList.toggle('open', Number(article.dataset.r) === r);
  for (const row of all('tr[data-r]')) row.classList.toggle('picked', Number(row.dataset.r) === r);
  for (const cell of cells) {
    const own = cell.dataset.r === undefined ? null : data.resources[Number(cell.dataset.r)];
    const here = cell.dataset.space === picked.space;
    const lower = Number(cell.dataset.lower), upper = Number(cell.dataset.upper);
    const isSmall = here && own !== picked && picked.small.some(([from, to]) => from <= lower && upper <= to);
    cell.classList.toggle('later', here && own !== null && picked.turn > 0 && own.turn > picked.turn);
    cell.classList.toggle('small', isSmall && (own === null || own.turn > picked.turn));
    if (cell.dataset.r !== undefined) cell.setAttribute('aria-pressed', String(own === picked));
  }
  root.dataset.chosen = r;
};
addEventListener('click', e => {
  const target = e.target.closest('[data-r]');
  if (target && target.closest('.views')) choose(Number(target.dataset.r));
});

// --- keys: arrows go through the names of the table and the cells of a bar ---
addEventListener('keydown', e => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
  if (!step || e.ctrlKey || e.metaKey || e.altKey || !document.activeElement.matches('button.name, button.cell')) return;
  const kind = document.activeElement.matches('button.name') ? 'button.name' : 'button.cell';
  const list = all(kind), next = list[list.indexOf(document.activeElement) + step];
  if (!next) return;
  e.preventDefault();
  next.focus();
  if (next.dataset.r !== undefined) choose(Number(next.dataset.r));
});

if (data.resources && data.resources.length > 0) choose(data.first);
root.dataset.ready = 'yes';
})();
`
