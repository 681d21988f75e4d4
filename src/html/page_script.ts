// The page's script, as text: plain JavaScript for browsers, nothing loaded, nothing evaluated, file text only through
// textContent. It reads the data block that page_data.ts writes; the names of the columns must agree.

export const PAGE_SCRIPT = `'use strict';
(() => {
const byId = id => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const PER = 16, ROW = 20, TALLEST = 15e6, BATCH = 200;
const KINDS = data.kinds, PARTS = data.parts, STRINGS = data.strings;
const bytes = Uint8Array.from(atob(data.bytes), c => c.charCodeAt(0));
const count = data.sizes.length;
const starts = new Uint32Array(count + 1);
for (let i = 0; i < count; i++) starts[i + 1] = starts[i] + data.sizes[i];

const hexOf = n => '0x' + n.toString(16);
const two = n => n.toString(16).padStart(2, '0');
const make = (tag, cls, text) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
};
const rangeAt = offset => {
  let low = 0, high = count - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (starts[mid] <= offset) low = mid; else high = mid - 1;
  }
  return low;
};
const pathOf = r => STRINGS[data.paths[r]] || KINDS[data.kind[r]];
const valueOf = r => STRINGS[data.values[r]];
const nameOf = r => STRINGS[data.names[r]];
const partName = p => p < 0 ? 'header and rest' : PARTS[p].name;

// --- tabs ---
const tabs = [...document.querySelectorAll('[role=tab]')];
const showTab = (tab, focus) => {
  for (const t of tabs) {
    const on = t === tab;
    t.setAttribute('aria-selected', on);
    t.tabIndex = on ? 0 : -1;
    byId(t.getAttribute('aria-controls')).hidden = !on;
  }
  if (focus) tab.focus();
  if (tab.id === 'tab-bytes') draw();
};
tabs.forEach((tab, i) => {
  tab.addEventListener('click', () => showTab(tab));
  tab.addEventListener('keydown', e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (step) showTab(tabs[(i + step + tabs.length) % tabs.length], true);
  });
});

// --- hex grid: only the rows in view exist ---
const hex = byId('hex'), space = byId('space');
const rows = Math.ceil(bytes.length / PER);
const height = Math.min(rows * ROW, TALLEST);
space.style.height = height + 'px';
const pool = [];
let cursor = 0, chosen = [0, 0], openPart = null, queued = false;

const addRow = () => {
  const row = make('div', 'row'), cells = [], chars = [];
  row.setAttribute('role', 'row');
  const at = row.appendChild(make('span', 'at'));
  at.setAttribute('role', 'rowheader');
  for (let i = 0; i < PER; i++) { cells.push(row.appendChild(make('b'))); cells[i].setAttribute('role', 'gridcell'); }
  for (let i = 0; i < PER; i++) { chars.push(row.appendChild(make('i'))); chars[i].setAttribute('aria-hidden', 'true'); }
  space.appendChild(row);
  pool.push({ row, at, cells, chars });
};
// A file taller than browsers can lay out scrolls in larger steps: 'ratio' file pixels a scrolled pixel.
const ratio = () => height < rows * ROW ? (rows * ROW - hex.clientHeight) / Math.max(1, height - hex.clientHeight) : 1;
const classOf = (offset, r) => {
  const part = data.part[r], kind = KINDS[data.kind[r]];
  let cls = kind === 'unknown' ? 'u' : part < 0 ? 'k0' : 't h' + part % 8;
  if (r & 1) cls += ' alt';
  if (openPart !== null && part !== openPart) cls += ' out';
  if (offset >= chosen[0] && offset < chosen[1]) cls += ' sel';
  if (offset === cursor && chosen[1] > chosen[0]) cls += ' cur';
  return cls;
};
const fill = (line, index, top) => {
  const base = index * PER;
  line.row.style.transform = 'translateY(' + top + 'px)';
  line.row.hidden = base >= bytes.length;
  line.at.textContent = base.toString(16).padStart(8, '0');
  let r = rangeAt(base);
  for (let i = 0; i < PER; i++) {
    const offset = base + i, cell = line.cells[i], char = line.chars[i], there = offset < bytes.length;
    if (there && offset >= starts[r + 1]) r++;
    const byte = bytes[offset], cls = there ? classOf(offset, r) : '';
    cell.textContent = there ? two(byte) : '';
    char.textContent = there ? (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.') : '';
    cell.className = char.className = cls;
    cell.dataset.offset = char.dataset.offset = there ? offset : '';
    cell.id = there && offset === cursor ? 'cursor' : '';
  }
};
const draw = () => {
  queued = false;
  const visible = Math.ceil(hex.clientHeight / ROW) + 2;
  while (pool.length < visible) addRow();
  const fileTop = hex.scrollTop * ratio(), first = Math.floor(fileTop / ROW);
  pool.forEach((line, i) => fill(line, first + i, hex.scrollTop + (first + i) * ROW - fileTop));
};
const redraw = () => {
  if (!queued) { queued = true; requestAnimationFrame(draw); }
};
const reveal = offset => {
  const row = Math.floor(offset / PER), top = hex.scrollTop * ratio() / ROW, seen = hex.clientHeight / ROW;
  if (row < top || row > top + seen - 2) hex.scrollTop = Math.max(0, row - Math.floor(seen / 4)) * ROW / ratio();
  redraw();
};
hex.addEventListener('scroll', redraw);
addEventListener('resize', redraw);

// --- inspector ---
const facts = byId('facts');
const fact = (term, text) => {
  if (text === '' || text === undefined) return;
  const dd = make('dd', 'mono', text);
  dd.dataset.fact = term;
  facts.append(make('dt', '', term), dd);
};
const show = r => {
  facts.replaceChildren();
  const from = starts[r], size = starts[r + 1] - from, part = data.part[r];
  fact('byte', hexOf(cursor) + ' (' + cursor + ')');
  fact('part', part < 0 ? 'none' : partName(part));
  fact('field', pathOf(r));
  fact('value', valueOf(r));
  fact('name', nameOf(r));
  fact('kind', KINDS[data.kind[r]]);
  fact('range', hexOf(from) + ' to ' + hexOf(from + size - 1) + ', ' + size + (size === 1 ? ' byte' : ' bytes'));
  fact('bytes', [...bytes.subarray(from, from + Math.min(size, 64))].map(two).join(' ') + (size > 64 ? ' …' : ''));
  const view = new DataView(bytes.buffer, cursor), left = view.byteLength;
  if (left >= 4) fact('here as u32', view.getUint32(0, true) + ' (' + hexOf(view.getUint32(0, true)) + ')');
  if (left >= 4) fact('here as f32', String(view.getFloat32(0, true)));
};

// --- field tree: children exist once their parent is open, a batch at a time ---
const tree = byId('tree'), treeTitle = byId('tree-title');
let leaves = new Map();
const treeOf = part => {
  const branch = (label, parent) => ({ label, parent, children: [], branches: new Map(), index: 0 });
  const add = (parent, node) => { node.index = parent.children.push(node) - 1; return node; };
  const root = branch('', null);
  leaves = new Map();
  for (let r = 0; r < count; r++) {
    if (data.part[r] !== part) continue;
    let node = root;
    const words = pathOf(r).split('.');
    const label = words.pop();
    for (const word of words) {
      let next = node.branches.get(word);
      if (!next) node.branches.set(word, next = add(node, branch(word, node)));
      node = next;
    }
    leaves.set(r, add(node, { label, parent: node, range: r, index: 0 }));
  }
  return root;
};
const leafOf = node => {
  const button = make('button', '', node.label);
  const r = node.range, value = valueOf(r), name = nameOf(r);
  if (value !== '') button.append(' = ' + value);
  if (name !== '') button.append(make('span', 'name', ' ' + name));
  button.type = 'button';
  button.dataset.range = r;
  if (starts[r] <= cursor && cursor < starts[r + 1] && chosen[1] > chosen[0]) button.setAttribute('aria-current', 'true');
  return button;
};
const itemOf = node => {
  const item = make('li');
  node.item = item;
  if (node.range !== undefined) {
    item.append(leafOf(node));
    return item;
  }
  const details = item.appendChild(make('details'));
  details.append(make('summary', '', node.label));
  node.details = details;
  details.addEventListener('toggle', () => { if (details.open) grow(node, 0); });
  return item;
};
const grow = (node, upTo) => {
  const list = node.list || (node.list = (node.details || tree).appendChild(make('ul')));
  const all = node.children, shown = node.shown || 0;
  if (upTo < shown) return;
  if (node.more) node.more.remove();
  const end = Math.min(all.length, Math.max(shown + BATCH, upTo + 1));
  for (let i = shown; i < end; i++) list.append(itemOf(all[i]));
  node.shown = end;
  if (end === all.length) return;
  const button = make('button', 'plain', (all.length - end) + ' more');
  button.type = 'button';
  node.more = make('li');
  node.more.append(button);
  button.addEventListener('click', () => grow(node, end));
  list.append(node.more);
};
const revealLeaf = r => {
  const chain = [];
  for (let node = leaves.get(r); node; node = node.parent) chain.unshift(node);
  if (chain.length === 0) return;
  chain.forEach((node, i) => {
    const next = chain[i + 1];
    if (!next) return;
    grow(node, next.index);
    if (node.details) node.details.open = true;
  });
  for (const old of tree.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
  const button = chain[chain.length - 1].item.querySelector('button');
  button.setAttribute('aria-current', 'true');
  button.scrollIntoView({ block: 'nearest' });
};
let treePart = null;
const showTree = part => {
  if (treePart === part) return;
  treePart = part;
  treeTitle.textContent = 'Fields of ' + partName(part);
  tree.replaceChildren();
  grow(treeOf(part), 0);
};

// --- selecting ---
const buttons = [...document.querySelectorAll('button.part')];
const pressPart = () => {
  for (const b of buttons) b.setAttribute('aria-pressed', String(Number(b.dataset.part) === openPart));
};
const selectByte = (offset, part) => {
  cursor = Math.max(0, Math.min(bytes.length - 1, offset));
  const r = rangeAt(cursor);
  chosen = [starts[r], starts[r + 1]];
  if (part === undefined && openPart !== null && data.part[r] !== openPart) openPart = null;
  pressPart();
  showTree(data.part[r]);
  show(r);
  revealLeaf(r);
  reveal(cursor);
};
const selectPart = part => {
  openPart = openPart === part ? null : part;
  if (openPart === null) { pressPart(); return redraw(); }
  const first = part < 0 ? 0 : PARTS[part].start;
  selectByte(first, part);
  hex.scrollTop = Math.floor(first / PER) * ROW / ratio();
};
for (const b of buttons) b.addEventListener('click', () => selectPart(Number(b.dataset.part)));
space.addEventListener('click', e => {
  const offset = e.target.dataset ? e.target.dataset.offset : undefined;
  if (offset) selectByte(Number(offset));
});
tree.addEventListener('click', e => {
  const button = e.target.closest('button[data-range]');
  if (button) selectByte(starts[Number(button.dataset.range)]);
});
hex.addEventListener('keydown', e => {
  const page = Math.max(1, Math.floor(hex.clientHeight / ROW) - 1) * PER;
  const r = rangeAt(cursor);
  const to = { ArrowLeft: cursor - 1, ArrowRight: cursor + 1, ArrowUp: cursor - PER, ArrowDown: cursor + PER, PageUp: cursor - page,
    PageDown: cursor + page, Home: 0, End: bytes.length - 1, '[': Math.max(0, starts[Math.max(0, r - 1)]), ']': starts[r + 1] }[e.key];
  if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  selectByte(to);
});
const goTo = byId('goto');
goTo.addEventListener('change', () => {
  const offset = Number(goTo.value.trim());
  if (goTo.value.trim() !== '' && Number.isInteger(offset) && offset >= 0 && offset < bytes.length) selectByte(offset);
});
for (const link of document.querySelectorAll('button.at')) link.addEventListener('click', () => {
  showTab(byId('tab-bytes'));
  selectByte(Number(link.dataset.offset));
});

// --- search in the disassembly ---
const listing = byId('listing'), query = byId('query'), found = byId('found');
let nodes = null, ends = [], whole = '', hits = [], hit = -1;
const index = () => {
  if (nodes) return;
  nodes = [];
  const walker = document.createTreeWalker(listing, NodeFilter.SHOW_TEXT);
  let length = 0;
  const texts = [];
  while (walker.nextNode()) {
    nodes.push(walker.currentNode);
    texts.push(walker.currentNode.data);
    length += walker.currentNode.data.length;
    ends.push(length);
  }
  whole = texts.join('').toLowerCase();
};
const place = at => {
  let low = 0, high = nodes.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (ends[mid] > at) high = mid; else low = mid + 1;
  }
  return [nodes[low], at - (low === 0 ? 0 : ends[low - 1])];
};
const rangeOf = (at, length) => {
  const range = document.createRange();
  range.setStart(...place(at));
  const [node, last] = place(at + length - 1);
  range.setEnd(node, last + 1);
  return range;
};
const mark = (name, ranges) => {
  if (window.CSS && CSS.highlights && window.Highlight) CSS.highlights.set(name, new Highlight(...ranges));
};
const search = () => {
  index();
  hits = [];
  hit = -1;
  const words = query.value.toLowerCase();
  if (words !== '') for (let at = whole.indexOf(words); at >= 0 && hits.length < 10000; at = whole.indexOf(words, at + words.length)) hits.push(at);
  mark('found', hits.slice(0, 2000).map(at => rangeOf(at, words.length)));
  mark('current', []);
  if (words === '') found.textContent = '';
  else if (hits.length === 0) found.textContent = 'not found';
  else step(1);
};
const step = by => {
  if (hits.length === 0) return;
  hit = (hit + by + hits.length) % hits.length;
  found.textContent = (hit + 1) + ' of ' + hits.length;
  const range = rangeOf(hits[hit], query.value.length);
  mark('current', [range]);
  const element = range.startContainer.parentElement;
  element.closest('.chunk').scrollIntoView({ block: 'nearest' });
  const box = range.getBoundingClientRect(), frame = listing.getBoundingClientRect();
  if (box.top < frame.top || box.bottom > frame.bottom) listing.scrollTop += box.top - frame.top - frame.height / 3;
  if (box.left < frame.left || box.right > frame.right) listing.scrollLeft += box.left - frame.left - 40;
};
if (query) {
  query.addEventListener('input', search);
  query.addEventListener('keydown', e => { if (e.key === 'Enter') step(e.shiftKey ? -1 : 1); });
  byId('next').addEventListener('click', () => step(1));
  byId('previous').addEventListener('click', () => step(-1));
}

// --- start ---
showTab(tabs[0]);
showTree(-1);
if (bytes.length > 0) show(rangeAt(0));
document.documentElement.dataset.ready = 'yes';
})();
`
