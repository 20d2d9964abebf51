// Calls by clients that are no part of the product: python3's urllib and curl.
import { spawn } from 'node:child_process';

export type Answer = { status: number; body: string };
/** A parameter's value; `hex` are octets that are no text. */
export type Value = string | number | { hex: string };

// The way of Jasmin's examples: the address is opened with the parameters that urlencode makes.
const PROGRAM = `
import json, sys, urllib.error, urllib.parse, urllib.request
call = json.load(sys.stdin)
octets = lambda value: bytes.fromhex(value["hex"]) if isinstance(value, dict) else value
query = urllib.parse.urlencode({name: octets(value) for name, value in call["parameters"].items()})
try:
    answer = urllib.request.urlopen(call["url"] + "?" + query)
except urllib.error.HTTPError as error:
    answer = error
print(json.dumps({"status": answer.status, "body": answer.read().decode()}))
`;

/** A GET by urlopen of python3. */
export async function openWithPython(
  url: string,
  parameters: Record<string, Value>,
): Promise<Answer> {
  const input = JSON.stringify({ url, parameters });
  return JSON.parse(await outputOf('python3', ['-c', PROGRAM], input)) as Answer;
}

/** A call by curl with these options. */
export async function curl(...options: string[]): Promise<Answer> {
  const output = await outputOf('curl', ['-sS', '-w', '\n%{http_code}', ...options]);
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), body: output.slice(0, end) };
}

async function outputOf(program: string, options: string[], input = ''): Promise<string> {
  const child = spawn(program, options);
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`${program}: ${errors}`);
  return output;
}
