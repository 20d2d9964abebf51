import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../contract/clients.ts';
import { call } from '../call.ts';
import { EntranceLink } from './EntranceLink.tsx';
import { Frame } from './Frame.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { goTo } from './place.ts';

/** Where the mailed link leads: a new password, with the link's token as bearer. */
export function Screen() {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [done, setDone] = useState(false);
  // The token is a secret that works once; it shall stand in no history and no screenshot.
  useEffect(() => { if (token !== '') history.replaceState(history.state, '', location.pathname); }, [token]);

  if (done) {
    return (
      <Frame title={t('entrance.reset.doneTitle')} text={t('entrance.reset.doneText')} back={false}>
        <Button variant="contained" size="large" onClick={() => goTo('/')}>{t('entrance.signIn')}</Button>
      </Frame>
    );
  }
  const askAgain = <EntranceLink to="/forgot-password">{t('entrance.reset.askAgain')}</EntranceLink>;
  return (
    <Frame title={t('entrance.reset.title')} text={t('entrance.reset.text')} focused={token !== ''}>
      {token === '' ? <Alert severity="error" action={askAgain}>{t('entrance.reset.noToken')}</Alert> : (
        <NewPasswordForm
          action={t('entrance.reset.submit')} whenRefused={askAgain}
          onGiven={async (newPassword) => {
            await call(accounts.updatePasswordExternal, { newPassword }, { bearer: token });
            setDone(true);
          }}
        />
      )}
    </Frame>
  );
}
