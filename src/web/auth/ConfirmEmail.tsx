import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactChanges } from '../../contract/api/contact-changes.ts';
import { call, messageOf } from '../api/call.ts';
import { Loading } from '../ui/page/Loading.tsx';
import { Frame } from './Frame.tsx';
import { LinkRefused } from './LinkRefused.tsx';
import { useMailedLink, useToken } from './useMailedLink.ts';

/** The page linked from the mail to a new address; only its button confirms. */
export function ConfirmEmail() {
  const { t } = useTranslation();
  const token = useToken();
  const { found, refusal } = useMailedLink(contactChanges.readEmail, token);
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked');

  async function confirm() {
    setState('busy');
    setFailure(null);
    try {
      await call(contactChanges.confirmEmail, { token });
      setState('done');
    } catch (problem) {
      setFailure(messageOf(problem));
      setState('asked');
    }
  }

  if (refusal !== null)
    return (
      <LinkRefused
        title={t('auth.confirmEmail.title')}
        refusal={refusal}
        advice={t('auth.confirmEmail.gone')}
      />
    );
  if (found === null) return <Loading />;
  if (state === 'done') {
    return (
      <Frame
        title={t('auth.confirmEmail.doneTitle')}
        text={t('auth.confirmEmail.doneText', { email: found.email })}
        back={false}
      >
        <Button variant="contained" size="large" onClick={() => location.assign('/')}>
          {t('auth.continue')}
        </Button>
      </Frame>
    );
  }
  return (
    <Frame
      title={t('auth.confirmEmail.title')}
      text={t('auth.confirmEmail.text', { email: found.email })}
      back={false}
    >
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      <Button
        variant="contained"
        size="large"
        loading={state === 'busy'}
        onClick={() => void confirm()}
      >
        {t('auth.confirmEmail.submit')}
      </Button>
    </Frame>
  );
}
