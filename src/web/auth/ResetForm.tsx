import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../contract/api/accounts.ts';
import { call } from '../api/call.ts';
import { clearSession } from '../api/session.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

type Props = {
  /** The mailed link's token. */
  token: string;
  /** True when revoking keys is preselected. */
  isRevokeAdvised?: boolean;
  whenRefused?: ReactNode;
  onDone(): void;
};

/** A new password by a mailed link, and whether the API keys made before end with the old one. */
export function ResetForm({ token, isRevokeAdvised = false, whenRefused, onDone }: Props) {
  const { t } = useTranslation();
  const [keys, setKeys] = useState(0);
  useEffect(() => {
    // A link that is gone is said when the password is sent.
    call(accounts.passwordLink, {}, { bearer: token }).then(
      ({ apiKeyCount }) => setKeys(apiKeyCount),
      () => undefined,
    );
  }, [token]);
  return (
    <NewPasswordForm
      action={t('auth.reset.submit')}
      whenRefused={whenRefused}
      keys={keys}
      isRevokeAdvised={isRevokeAdvised}
      onGiven={async (newPassword, revokeApiKeys) => {
        await call(
          accounts.updatePasswordExternal,
          { newPassword, revokeApiKeys },
          { bearer: token },
        );
        clearSession();
        onDone();
      }}
    />
  );
}
