import InputAdornment from '@mui/material/InputAdornment';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { secondApprovals } from '../../../contract/api/second-approvals.ts';
import { clients } from '../../../contract/api/clients.ts';
import { MAY_CREATE, type Client } from '../../../contract/api/client-fields.ts';
import { ROLES } from '../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../../parts/clients/ClientPicker.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { SelectInput } from '../../ui/fields/SelectField.tsx';
import { plainNumber, writtenNumber } from '../../ui/fields/plainNumber.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { mayStandUnder } from './permissions.ts';
import Dialog from '../../ui/dialogs/Dialog.tsx';

type Props = { client: Client; onClose(): void };

/** The confirmation shared by these dialogs: the consequences, and the server's refusal. */
function Asking({
  title,
  text,
  action,
  busy,
  ready,
  refusal,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  text: string;
  action: string;
  busy: boolean;
  ready: boolean;
  refusal: string | null;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onSubmit();
  };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="place-title"
      aria-describedby="place-text"
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="place-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          {children}
          <Typography id="place-text" color="textSecondary">
            {text}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!ready}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Gives a client another access level, among those that the signed-in one may give. */
export function ChangeLevelDialog({ client, onClose }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const [level, setLevel] = useState(client.accessLevel);
  const { mutate, isPending, error } = useSend(clients.changeLevel, {
    changes: [clients.list, clients.get, clients.tree],
    done: () => {
      toast.success(
        t('clients.levelChanged', { name: client.clientName, level: t(`roles.${level}`) }),
      );
      onClose();
    },
    failed: () => undefined,
  });
  const offered = ROLES.filter(
    (each) => each === client.accessLevel || MAY_CREATE[me.clientAccessLevel].includes(each),
  );
  return (
    <Asking
      title={t('clients.levelTitle', { name: client.clientName })}
      text={t('clients.levelText')}
      action={t('clients.changeLevel')}
      busy={isPending}
      ready={level !== client.accessLevel}
      refusal={error && messageOf(error)}
      onSubmit={() => mutate({ clientId: client.clientId, accessLevel: level })}
      onClose={onClose}
    >
      <SelectInput
        name="newLevel"
        label={t('clients.level')}
        help={t(`clients.levelHelp.${level}`)}
        autoFocus
        value={level}
        onChange={(value) => setLevel(offered.find((each) => each === value) ?? level)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {t(`roles.${each}`)}
          </option>
        ))}
      </SelectInput>
    </Asking>
  );
}

/** Moves a client, with all clients below it, under another one. */
export function MoveDialog({ client, onClose }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const [parent, setParent] = useState<Picked | null>(null);
  const { mutate, isPending, error } = useSend(clients.move, {
    changes: [clients.list, clients.get, clients.tree],
    done: () => {
      toast.success(
        t('clients.moved', { name: client.clientName, parent: parent?.clientName ?? '' }),
      );
      onClose();
    },
    failed: () => undefined,
  });
  return (
    <Asking
      title={t('clients.moveTitle', { name: client.clientName })}
      text={t('clients.moveText')}
      action={t('clients.move')}
      busy={isPending}
      ready={parent !== null}
      refusal={error && messageOf(error)}
      onSubmit={() => {
        if (parent) mutate({ clientId: client.clientId, parentId: parent.clientId });
      }}
      onClose={onClose}
    >
      <ClientPicker
        id="newParent"
        label={t('clients.newParent')}
        help={
          client.parentName === null
            ? undefined
            : t('clients.presentParent', { name: client.parentName })
        }
        value={parent}
        onChange={setParent}
        fits={(other) =>
          other.clientId !== client.clientId &&
          other.clientId !== client.parentId &&
          mayStandUnder(client.accessLevel, other)
        }
      />
    </Asking>
  );
}

/** Lets a client spend more than it has, up to a limit. */
export function CreditDialog({ client, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const plainUnits = (written: string) => plainNumber(written, i18n.language);
  const { units } = useFormat();
  const toast = useToast();
  const fields = useFields({
    rules: z.object({
      creditLimitUnits: z.string().check(
        z.refine((written) => /^\d{1,9}(\.\d{1,4})?$/.test(plainUnits(written)), {
          error: t('clients.creditWrong'),
        }),
      ),
    }),
    values: { creditLimitUnits: writtenNumber(client.creditLimitUnits ?? 0, i18n.language) },
  });
  const change = useSend(clients.changeCredit, {
    changes: [clients.list, clients.get, secondApprovals.list],
    done: ({ approvalId }) => {
      toast.success(approvalId === null ? t('clients.creditChanged') : t('secondApproval.waits'));
      onClose();
    },
    failed: fields.failed,
  });
  const owed = Math.max(0, -client.smsBalance);
  return (
    <Asking
      title={t('clients.creditTitle', { name: client.clientName })}
      text={owed > 0 ? t('clients.creditOwed', { owed: units(owed) }) : t('clients.creditText')}
      action={t('clients.changeCredit')}
      busy={change.isPending}
      ready
      refusal={fields.refusal}
      onSubmit={fields.submit(({ creditLimitUnits }) =>
        change.mutate({
          clientId: client.clientId,
          creditLimitUnits: Number(plainUnits(creditLimitUnits)),
        }),
      )}
      onClose={onClose}
    >
      <TextField
        {...fields.text('creditLimitUnits')}
        label={t('clients.creditLimit')}
        end={<InputAdornment position="end">{t('unitNames.units')}</InputAdornment>}
        autoFocus
        input={{ inputMode: 'decimal', maxLength: 16 }}
      />
    </Asking>
  );
}
