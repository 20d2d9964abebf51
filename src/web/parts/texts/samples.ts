/** The languages that every call is shown in. */
export const SAMPLE_LANGUAGES = ['curl', 'node', 'python', 'php'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** A request as a sample shows it; the key comes from the environment, under the name API_KEY. */
export type SampleRequest = {
  method: string;
  url: string;
  body?: unknown;
  /** Takes an `Idempotency-Key`, which the sample creates for each run. */ idempotent: boolean;
};

/** A complete program that makes a request: it runs with nothing installed besides its language. */
export function sampleOf(language: SampleLanguage, request: SampleRequest): string {
  return WRITERS[language](request);
}

const WRITERS: Record<SampleLanguage, (request: SampleRequest) => string> = {
  curl: ({ method, url, body, idempotent }) =>
    [
      `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `--request ${method} `}${shell(url)}`,
      '--header "Authorization: Bearer $API_KEY"',
      ...(idempotent ? ['--header "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
      ...(body === undefined
        ? []
        : [
            "--header 'Content-Type: application/json'",
            `--data ${shell(JSON.stringify(body, null, 2))}`,
          ]),
    ].join(' \\\n  '),

  node: ({ method, url, body, idempotent }) => `import { env } from 'node:process';

const response = await fetch(${javascript(url)}, {
${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: {
    Authorization: \`Bearer \${env.API_KEY}\`,
${idempotent ? "    'Idempotency-Key': crypto.randomUUID(),\n" : ''}${body === undefined ? '' : "    'Content-Type': 'application/json',\n"}  },
${body === undefined ? '' : `  body: JSON.stringify(${literal(body, JAVASCRIPT, 1)}),\n`}});
console.log(response.status, await response.json());`,

  python: ({ method, url, body, idempotent }) => `import json, os${idempotent ? ', uuid' : ''}
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    ${python(url)},
${method === 'GET' ? '' : `    method=${python(method)},\n`}    headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],
${idempotent ? '        "Idempotency-Key": str(uuid.uuid4()),\n' : ''}${body === undefined ? '' : '        "Content-Type": "application/json",\n'}    },
${body === undefined ? '' : `    data=json.dumps(${literal(body, PYTHON, 1)}).encode(),\n`})
try:
    response = urlopen(request)
except HTTPError as refused:
    response = refused
print(response.status, json.load(response))`,

  php: ({ method, url, body, idempotent }) => `<?php
$call = curl_init(${php(url)});
curl_setopt_array($call, [
${method === 'GET' ? '' : `    CURLOPT_CUSTOMREQUEST => ${php(method)},\n`}    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('API_KEY'),
${idempotent ? "        'Idempotency-Key: ' . bin2hex(random_bytes(16)),\n" : ''}${body === undefined ? '' : "        'Content-Type: application/json',\n"}    ],
${body === undefined ? '' : `    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, 1)}),\n`}]);
$answer = curl_exec($call);
echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;`,
};

// ---- values as each language writes them ----

type Style = {
  indent: number;
  open: string;
  close: string;
  listOpen: string;
  listClose: string;
  key(name: string): string;
  text(value: string): string;
  yes: string;
  no: string;
  nothing: string;
};

const JAVASCRIPT: Style = {
  indent: 2,
  open: '{',
  close: '}',
  listOpen: '[',
  listClose: ']',
  key: (name) => `${/^[a-zA-Z_]\w*$/.test(name) ? name : javascript(name)}: `,
  text: javascript,
  yes: 'true',
  no: 'false',
  nothing: 'null',
};
const PYTHON: Style = {
  indent: 4,
  open: '{',
  close: '}',
  listOpen: '[',
  listClose: ']',
  key: (name) => `${python(name)}: `,
  text: python,
  yes: 'True',
  no: 'False',
  nothing: 'None',
};
const PHP: Style = {
  indent: 4,
  open: '[',
  close: ']',
  listOpen: '[',
  listClose: ']',
  key: (name) => `${php(name)} => `,
  text: php,
  yes: 'true',
  no: 'false',
  nothing: 'null',
};

function literal(value: unknown, style: Style, depth: number): string {
  const [here, inside] = [' '.repeat(style.indent * depth), ' '.repeat(style.indent * (depth + 1))];
  if (value === null || value === undefined) return style.nothing;
  if (typeof value === 'boolean') return value ? style.yes : style.no;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return style.text(value);
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object' || each === null))
      return `${style.listOpen}${value.map((each) => literal(each, style, depth)).join(', ')}${style.listClose}`;
    return `${style.listOpen}\n${value.map((each) => `${inside}${literal(each, style, depth + 1)},\n`).join('')}${here}${style.listClose}`;
  }
  // An empty list and an empty object are one thing in PHP.
  const entries = Object.entries(value as object);
  if (entries.length === 0) return style === PHP ? '(object) []' : '{}';
  return `${style.open}\n${entries.map(([name, each]) => `${inside}${style.key(name)}${literal(each, style, depth + 1)},\n`).join('')}${here}${style.close}`;
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function javascript(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** JSON's own spelling is Python's too. */
function python(text: string): string {
  return JSON.stringify(text);
}

function php(text: string): string {
  // Between single quotes PHP knows two escapes and no line ends.
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return `"${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('$', '\\$')
    .replace(/\\u([0-9a-f]{4})/g, '\\u{$1}')}"`;
}
