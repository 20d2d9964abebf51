// The portal's API as a program calls it, for what has to be there before a journey begins.
import { expect } from '@playwright/test';
import { emailIn, SANDBOX_PASSWORD, type Entrance } from './browser/sign-in.ts';

export type Session = { token: string; clientId: string };
export type ApiAnswer<T = Record<string, unknown>> = { status: number; body: T };
type Options = {
  token?: string | undefined;
  /** JSON unless it is a form. */
  body?: object | undefined;
  headers?: Record<string, string>;
};

export function openApi(product: Entrance) {
  /** Makes one call below `/v1`; the body is empty where the answer is no JSON. */
  async function call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { token, body, headers = {} }: Options = {},
  ): Promise<ApiAnswer<T>> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${product.baseUrl}/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json().catch(() => ({}))) as T };
  }

  /** Makes a call that must succeed, and gives what it answers. */
  async function get<T>(method: string, path: string, options?: Options): Promise<T> {
    const { status, body } = await call<T>(method, path, options);
    expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  }

  /** Signs an account in, by its name in the sandbox or by its email address. */
  async function signIn(name: string, password = SANDBOX_PASSWORD): Promise<Session> {
    const { token, client } = await get<{ token: string; client: { clientId: string } }>(
      'POST',
      '/signIn',
      { body: { username: emailIn(product, name), password } },
    );
    return { token, clientId: client.clientId };
  }

  /** Opens the five minutes of a session for what asks for a step-up. */
  async function stepUp({ token }: Session, password = SANDBOX_PASSWORD): Promise<void> {
    await get('POST', '/portal/clients:stepUp', { token, body: { password } });
  }

  return { call, get, signIn, stepUp };
}

export type Api = ReturnType<typeof openApi>;
