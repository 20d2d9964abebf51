import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntranceLink } from './EntranceLink.tsx';
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
      <Frame title={t('entrance.reset.doneTitle')} text={t('entrance.reset.doneText')} back={false}>
        <Button variant="contained" size="large" onClick={() => goTo('/')}>
          {t('entrance.signIn')}
        </Button>
      </Frame>
    );
  }
  const askAgain = (
    <EntranceLink to="/forgot-password">{t('entrance.reset.askAgain')}</EntranceLink>
  );
  return (
    <Frame title={t('entrance.reset.title')} text={t('entrance.reset.text')} focused={token !== ''}>
      {token === '' ? (
        <Alert severity="error" action={askAgain}>
          {t('entrance.reset.noToken')}
        </Alert>
      ) : (
        <ResetForm token={token} whenRefused={askAgain} onDone={() => setDone(true)} />
      )}
    </Frame>
  );
}
