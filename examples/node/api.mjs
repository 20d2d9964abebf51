// What the other examples call with: API_URL, such as https://sms.example.com, and API_KEY.
import { env } from 'node:process';

/** Makes one call. A write takes a key of its own, under which it can be tried again without being done twice. */
export async function call(method, path, body, idempotencyKey = crypto.randomUUID()) {
  const response = await fetch(new URL(path, env.API_URL), {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      'Authorization': `Bearer ${env.API_KEY}`,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }),
    },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${answer.error}: ${answer.message}`);
  return answer;
}
