import { useTranslation } from 'react-i18next';
import { accounts } from '../../contract/api/accounts.ts';
import { callProven } from './callProven.ts';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import { keepActivation, readActivation } from './activation-state.ts';
import { UsernameForm } from './UsernameForm.tsx';

/** Asks for a new activation code. */
export function Activate() {
  const { t } = useTranslation();
  async function ask(username: string) {
    const { tempJwt } = await callProven(accounts.requestActivateAccountOTP, { username });
    keepActivation({ tempJwt, username, otpChannel: null });
    goTo('/otp');
  }
  return (
    <Frame title={t('auth.activate.title')} text={t('auth.activate.text')} focused>
      <UsernameForm
        action={t('auth.activate.submit')}
        first={readActivation()?.username}
        onGiven={ask}
      />
    </Frame>
  );
}
