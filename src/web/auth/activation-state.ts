import type { SignedIn } from '../../contract/api/auth.ts';

/** The state of a sign-up: an activation that waits for its code. */
export type Activation = {
  tempJwt: string;
  username: string;
  /** The channel of the code, where it is known. */ otpChannel: 'SMS' | 'EMAIL' | null;
  /** The time of the request, in milliseconds. */ sentAt: number;
};
/** A session that may only choose a password: never stored, so that a reload asks for the temporary one again. */
export type Provisional = {
  token: string;
  refreshToken: string;
  client: SignedIn;
  password: string;
};

const ACTIVATION = 'tuma.activation';

/** Keeps an activation whose code has just been requested, in this tab alone. */
export function keepActivation(asked: Omit<Activation, 'sentAt'>): Activation {
  const activation = { ...asked, sentAt: Date.now() };
  sessionStorage.setItem(ACTIVATION, JSON.stringify(activation));
  return activation;
}

export function dropActivation(): void {
  sessionStorage.removeItem(ACTIVATION);
}

export function readActivation(): Activation | null {
  const stored = sessionStorage.getItem(ACTIVATION);
  return stored === null ? null : (JSON.parse(stored) as Activation);
}

let provisional: Provisional | null = null;
export function keepProvisional(session: Provisional | null): void {
  provisional = session;
}
export const readProvisional = (): Provisional | null => provisional;

let arrived: { page: '/success' } | { page: '/join_success'; brand: string; email: string } | null =
  null;
/** Remembers the completed step for the page that confirms it. */
export function noteArrival(done: NonNullable<typeof arrived>): void {
  arrived = done;
}
export const readArrival = () => arrived;
