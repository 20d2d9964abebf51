import { useTranslation } from 'react-i18next';
import { Frame } from './Frame.tsx';
import { readActivation } from './activation-state.ts';
import { requestActivation } from './requestActivation.ts';
import { UsernameForm } from './UsernameForm.tsx';

/** Asks for a new activation code. */
export function Activate() {
  const { t } = useTranslation();
  return (
    <Frame title={t('auth.activate.title')} text={t('auth.activate.text')} focused>
      <UsernameForm
        action={t('auth.activate.submit')}
        first={readActivation()?.username}
        onGiven={requestActivation}
      />
    </Frame>
  );
}
