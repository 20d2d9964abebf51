import type { SignedIn } from '../../contract/api/auth.ts';
import { readValue, writeValue } from '../api/sealed-values.ts';

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

const ACTIVATION = 'activation';

/** Keeps an activation whose code has just been requested, in this tab alone. */
export function keepActivation(asked: Omit<Activation, 'sentAt'>): Activation {
  const activation = { ...asked, sentAt: Date.now() };
  void writeValue('tab', ACTIVATION, activation);
  return activation;
}

export function dropActivation(): void {
  void writeValue('tab', ACTIVATION, undefined);
}

export function readActivation(): Activation | null {
  return (readValue('tab', ACTIVATION) as Activation | undefined) ?? null;
}

let provisional: Provisional | null = null;
export function keepProvisional(session: Provisional | null): void {
  provisional = session;
}
export const readProvisional = (): Provisional | null => provisional;

// In memory alone: after a reload the person signs in by hand.
let typed: { username: string; password: string } | null = null;
/** Keeps what was just typed at registration or sign-in, to sign in with once the account is active. */
export function keepTyped(credentials: { username: string; password: string } | null): void {
  typed = credentials;
}
export const readTyped = () => typed;

type Arrival = ({ page: '/success' } | { page: '/join_success'; brand: string; email: string }) & {
  /** The next page is on its way. */ isSignedIn: boolean;
};
let arrived: Arrival | null = null;
/** Remembers the completed step for the page that confirms it. */
export function noteArrival(done: NonNullable<typeof arrived>): void {
  arrived = done;
}
export const readArrival = () => arrived;
