import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { security, type Passkey } from '../../../../contract/api/security.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { makePasskey } from '../../../auth/passkeys.ts';
import { filled } from '../../../ui/fields/rules.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { deviceOf } from './device.ts';
import { SECURITY_READINGS } from './readings.ts';

/** Names a new passkey and has the browser make it. */
export function AddPasskeyDialog({
  host,
  onAdded,
  onClose,
}: {
  host: string;
  onAdded(codes: readonly string[] | null): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const options = useSend(security.passkeyOptions, { failed: () => undefined });
  const add = useSend(security.addPasskey, { changes: SECURITY_READINGS, failed: () => undefined });
  async function submit(name: string) {
    const offered = await options.mutateAsync({});
    const response = await makePasskey(offered.options);
    onAdded((await add.mutateAsync({ name, response })).recoveryCodes);
  }
  return (
    <NameDialog
      title={t('security.passkeys.dialogTitle')}
      text={t('security.passkeys.dialogText', { host })}
      name={suggestedName()}
      action={t('security.passkeys.add')}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

export function RenamePasskeyDialog({
  passkey: { passkeyId, name },
  onClose,
}: {
  passkey: Passkey;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const rename = useSend(security.renamePasskey, {
    changes: [security.state],
    failed: () => undefined,
  });
  async function submit(next: string) {
    await rename.mutateAsync({ passkeyId, name: next });
    toast.success(t('security.passkeys.renamed'));
    onClose();
  }
  return (
    <NameDialog
      title={t('security.passkeys.renameTitle')}
      name={name}
      action={t('security.passkeys.save')}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function suggestedName(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter((part) => part !== undefined).join(', ');
}

type NameProps = {
  title: string;
  text?: string;
  name: string;
  action: string;
  onSubmit(name: string): Promise<void>;
  onClose(): void;
};

function NameDialog({ title, text, name, action, onSubmit, onClose }: NameProps) {
  const { t } = useTranslation();
  const fields = useFields({
    rules: z.object({ name: filled(t('security.passkeys.nameMissing'), 60) }),
    values: { name },
  });
  return (
    <FormDialog
      title={title}
      {...(text !== undefined && { text })}
      action={action}
      busy={fields.formState.isSubmitting}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((written) => onSubmit(written.name))}
    >
      <TextField
        {...fields.text('name')}
        label={t('security.passkeys.name')}
        help={t('security.passkeys.nameHelp')}
        autoFocus
        input={{ maxLength: 60 }}
      />
    </FormDialog>
  );
}
