import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthLink } from './AuthLink.tsx';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import { ResetForm } from './ResetForm.tsx';
import { useToken } from './useMailedLink.ts';

/** The page of a mailed password link: a new password, with the link's token as bearer. */
export function ResetPassword() {
  const { t } = useTranslation();
  const token = useToken();
  const [done, setDone] = useState(false);

  if (done) {
    return (
      <Frame title={t('auth.reset.doneTitle')} text={t('auth.reset.doneText')} back={false}>
        <Button variant="contained" size="large" onClick={() => goTo('/')}>
          {t('auth.signIn')}
        </Button>
      </Frame>
    );
  }
  const askAgain = <AuthLink to="/forgot-password">{t('auth.reset.askAgain')}</AuthLink>;
  return (
    <Frame title={t('auth.reset.title')} text={t('auth.reset.text')} focused={token !== ''}>
      {token === '' ? (
        <Alert severity="error" action={askAgain}>
          {t('auth.linkIncomplete')}
        </Alert>
      ) : (
        <ResetForm token={token} whenRefused={askAgain} onDone={() => setDone(true)} />
      )}
    </Frame>
  );
}
