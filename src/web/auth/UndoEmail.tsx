import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactChanges } from '../../contract/api/contact-changes.ts';
import { call, messageOf } from '../api/call.ts';
import { clearSession } from '../api/session.ts';
import { Loading } from '../ui/page/Loading.tsx';
import { Frame } from './Frame.tsx';
import { LinkRefused } from './LinkRefused.tsx';
import { ResetForm } from './ResetForm.tsx';
import { useMailedLink, useToken } from './useMailedLink.ts';

type State =
  | { name: 'asked' | 'busy' }
  | { name: 'undone'; passwordToken: string | null }
  | { name: 'done' };

/** The page linked from the notice to the current address: only its button undoes the change; a new password follows. */
export function UndoEmail() {
  const { t } = useTranslation();
  const token = useToken();
  const { found, refusal } = useMailedLink(contactChanges.readUndo, token);
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<State>({ name: 'asked' });

  async function undo() {
    setState({ name: 'busy' });
    setFailure(null);
    try {
      const { passwordToken } = await call(contactChanges.undo, { token });
      // The person who was signed in here is signed out now.
      clearSession();
      setState({ name: 'undone', passwordToken });
    } catch (problem) {
      setFailure(messageOf(problem));
      setState({ name: 'asked' });
    }
  }

  const toSignIn = (
    <Button variant="contained" size="large" onClick={() => location.assign('/')}>
      {t('auth.signIn')}
    </Button>
  );
  if (refusal !== null)
    return (
      <LinkRefused title={t('auth.undo.title')} refusal={refusal} advice={t('auth.undo.gone')} />
    );
  if (found === null) return <Loading />;
  if (state.name === 'undone' && state.passwordToken !== null) {
    return (
      <Frame
        title={t('auth.undo.undoneTitle')}
        text={t('auth.undo.passwordText')}
        back={false}
        focused
      >
        <ResetForm
          token={state.passwordToken}
          isRevokeAdvised
          onDone={() => setState({ name: 'done' })}
        />
      </Frame>
    );
  }
  if (state.name === 'undone')
    return (
      <Frame title={t('auth.undo.undoneTitle')} text={t('auth.undo.undoneText')} back={false}>
        {toSignIn}
      </Frame>
    );
  if (state.name === 'done')
    return (
      <Frame title={t('auth.reset.doneTitle')} text={t('auth.reset.doneText')} back={false}>
        {toSignIn}
      </Frame>
    );
  return (
    <Frame
      title={t('auth.undo.title')}
      text={t(found.value === null ? `auth.undo.text.NONE` : `auth.undo.text.${found.kind}`, {
        value: found.value ?? '',
      })}
      back={false}
    >
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      <Button
        variant="contained"
        size="large"
        loading={state.name === 'busy'}
        onClick={() => void undo()}
      >
        {t('auth.undo.submit')}
      </Button>
    </Frame>
  );
}
