// Adds to the manual's pages what needs a script: the search, and the name, logo and colour of the host's brand.
const menu = document.querySelector('.menu details');
if (menu && matchMedia('(max-width: 991px)').matches) menu.open = false;

// ---- the host's brand ----

fetch('/v1/hostbranding')
  .then((answer) => (answer.ok ? answer.json() : null))
  .then((host) => {
    if (host?.uiPrefs?.themeName) document.documentElement.dataset.accent = host.uiPrefs.themeName;
    const brand = host?.clientBrandDetails;
    if (!brand) return;
    const mark = document.querySelector('.mark');
    if (brand.brandLogoPath) {
      const logo = new Image();
      logo.alt = brand.brandName;
      logo.src = brand.brandLogoPath;
      mark.append(logo);
    } else mark.textContent = brand.brandName;
    mark.hidden = false;
  })
  .catch(() => undefined);

// ---- search ----

const MOST = 20;
const box = document.querySelector('.search');
const input = box.querySelector('input');
const found = document.querySelector('#found');
const article = document.querySelector('article');
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
let index;

box.hidden = false;
input.addEventListener('focus', () => void load());
input.addEventListener('input', () => void show());
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') input.value = '';
  if (event.key === 'Escape') void show();
  if (event.key === 'ArrowDown') found.querySelector('a')?.focus();
});

async function load() {
  index ??= fetch('search.json')
    .then((answer) => answer.json())
    .then((sections) =>
      sections.map((section) => ({
        ...section,
        plain: plain(`${section.chapter} ${section.section} ${section.text}`),
        head: plain(`${section.chapter} ${section.section}`),
      })),
    );
  return index;
}

async function show() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const searching = words.join('').length > 1;
  const sections = searching ? await load() : [];
  const hits = sections.filter((section) => words.every((word) => section.plain.includes(word)));
  // Those that have a word in their heading first.
  hits.sort((a, b) => score(b, words) - score(a, words));
  found.hidden = !searching;
  article.hidden = searching;
  found.replaceChildren(
    ...(hits.length > 0
      ? hits.slice(0, MOST).map((hit) => row(hit, words))
      : [textOf('p', found.dataset.none, 'none')]),
  );
}

const score = (section, words) => words.filter((word) => section.head.includes(word)).length;

function row(hit, words) {
  const link = document.createElement('a');
  link.href = hit.href;
  link.addEventListener('click', () => {
    input.value = '';
    void show();
  });
  link.append(
    textOf('strong', hit.section === '' ? hit.chapter : `${hit.chapter}: ${hit.section}`),
    excerpt(hit.text, words),
  );
  return link;
}

/** The text around the first word that is found, with the words marked. Letters keep their places when accents are taken off them. */
function excerpt(text, words) {
  const small = textOf('small', '');
  const bare = [...text].map((sign) => plain(sign).slice(0, 1) || ' ').join('');
  const places = words.map((word) => bare.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 60);
  const piece = text.slice(places.length === 0 ? 0 : from, (places.length === 0 ? 0 : from) + 200);
  const start = places.length === 0 ? 0 : from;
  let at = 0;
  while (at < piece.length) {
    const next = words
      .map((word) => ({ word, at: bare.indexOf(word, start + at) - start }))
      .filter((each) => each.at >= at && each.at < piece.length)
      .sort((a, b) => a.at - b.at)[0];
    small.append(piece.slice(at, next?.at ?? piece.length));
    if (!next) break;
    small.append(textOf('mark', piece.slice(next.at, next.at + next.word.length)));
    at = next.at + next.word.length;
  }
  if (start > 0) small.prepend('… ');
  if (start + piece.length < text.length) small.append(' …');
  return small;
}

function textOf(tag, text, className = '') {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}
