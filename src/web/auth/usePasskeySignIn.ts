import { useState } from 'react';
import { auth } from '../../contract/api/auth.ts';
import { call, messageOf } from '../api/call.ts';
import { askForPasskey } from './passkeys.ts';
import type { Session } from '../api/session.ts';

/** Signs in with a passkey: of any account of this host, or of the one that has given its password. */
export function usePasskeySignIn(onDone: (session: Session) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function start(challenge?: string) {
    setRefusal(null);
    setBusy(true);
    try {
      const { options } = await call(auth.signInPasskeyOptions, { challenge });
      await onDone(await call(auth.signInPasskey, { response: await askForPasskey(options) }));
    } catch (failure) {
      setRefusal(messageOf(failure));
      setBusy(false);
    }
  }
  return { busy, refusal, start, forget: () => setRefusal(null) };
}
