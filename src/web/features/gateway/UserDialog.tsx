import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../contract/api/gateway-groups.ts';
import { gatewayUsers, type SmppUser } from '../../../contract/api/gateway-users.ts';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../../parts/ClientPicker.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import {
  credentialsOf,
  findErrors,
  LIMITS,
  PATTERNS,
  RIGHTS,
  textOf,
  type Texts,
  type UserErrors,
} from './userForm.ts';

/** Makes a gateway user, or changes one; what its name and password are is settled when it is made. */
export function UserDialog({
  user,
  onClose,
  onMade,
}: {
  user: SmppUser | null;
  onClose(): void;
  onMade(made: { username: string; password: string }): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [client, setClient] = useState<Picked | null>(
    user
      ? { clientId: user.clientId, clientName: user.clientName, accessLevel: 'CLIENT', email: null }
      : null,
  );
  const [before] = useState(() => ({
    mt: user?.mt_messaging_cred ?? mtMessagingCred.parse({}),
    smpps: user?.smpps_cred ?? smppsCred.parse({}),
  }));
  const [rights, setRights] = useState<Record<string, boolean>>(() => ({
    ...before.mt.authorization,
    bind: before.smpps.authorization.bind,
  }));
  const [texts, setTexts] = useState<Texts>(() => ({
    uid: '',
    gid: user?.gid ?? '',
    username: '',
    password: '',
    ...before.mt.valuefilter,
    default_src_addr: before.mt.defaultvalue.src_addr ?? '',
    dlr_url: before.mt.defaultvalue.dlr_url ?? '',
    early_percent: textOf(before.mt.quota.early_percent),
    sms_count: textOf(before.mt.quota.sms_count),
    http_throughput: textOf(before.mt.quota.http_throughput),
    smpps_throughput: textOf(before.mt.quota.smpps_throughput),
    max_bindings: textOf(before.smpps.quota.max_bindings),
    ip: before.smpps.authorization.ip.join('\n'),
  }));
  const [errors, setErrors] = useState<UserErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const groups = useGet(gatewayGroups.list, { pageSize: 200 });
  const options = {
    changes: [gatewayUsers.list, gatewayGroups.list],
    failed: (failure: Error) => {
      const places =
        failure instanceof CallError
          ? failure.details.flatMap(({ field, message }) => {
              const name = field.split('.').at(-1)!;
              return name in texts ? [[name, message] as const] : [];
            })
          : [];
      if (places.length > 0) setErrors(Object.fromEntries(places));
      else setRefusal(messageOf(failure));
    },
  };
  const create = useSend(gatewayUsers.create, {
    ...options,
    done: ({ username, password }) => onMade({ username, password }),
  });
  const update = useSend(gatewayUsers.update, {
    ...options,
    done: ({ uid }) => {
      toast.success(t('gateway.saved', { name: uid }));
      onClose();
    },
  });
  const busy = create.isPending || update.isPending;
  const field = (name: keyof Texts) => ({
    name,
    value: texts[name],
    onChange: (event: { target: { value: string } }) => {
      setTexts({ ...texts, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });
  const tick = (name: string) => (
    <FormControlLabel
      key={name}
      label={t(`gateway.users.rights.${name as (typeof RIGHTS)[number] | 'bind'}`)}
      control={
        <Checkbox
          size="small"
          checked={rights[name] ?? false}
          onChange={(event) => setRights({ ...rights, [name]: event.target.checked })}
        />
      }
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    const found = findErrors({ texts, client, isNew: user === null }, t);
    setErrors(found);
    if (Object.keys(found).length > 0 || !client) return;
    const credentials = credentialsOf(texts, rights);
    if (user)
      update.mutate({
        uid: user.uid,
        gid: texts.gid,
        clientId: client.clientId,
        ...credentials,
      });
    else
      create.mutate({
        uid: texts.uid.trim(),
        gid: texts.gid,
        clientId: client.clientId,
        username: texts.username.trim(),
        ...(texts.password !== '' && { password: texts.password }),
        ...credentials,
      });
  }

  const grid = { display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="user-title"
      maxWidth="md"
      fullWidth
      scroll="paper"
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="user-title">
          {user ? t('gateway.users.editTitle', { name: user.uid }) : t('gateway.users.create')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary
            errors={Object.entries(errors).flatMap(([id, message]) =>
              message === undefined ? [] : [{ id, message }],
            )}
          />
          {!user && (
            <Box sx={grid}>
              <TextField
                field={field('uid')}
                label={t('gateway.users.uid')}
                help={t('gateway.idHelp')}
                error={errors.uid}
                autoFocus
                autoComplete="off"
                input={{ maxLength: 16, spellCheck: false }}
              />
              <TextField
                field={field('username')}
                label={t('gateway.users.username')}
                help={t('gateway.users.usernameHelp')}
                error={errors.username}
                autoComplete="off"
                input={{ maxLength: 15, spellCheck: false }}
              />
              <TextField
                field={field('password')}
                label={`${t('gateway.users.password')} (${t('fields.optional')})`}
                help={t('gateway.users.passwordHelp')}
                error={errors.password}
                autoComplete="new-password"
                input={{ maxLength: 16, spellCheck: false }}
              />
            </Box>
          )}
          <Box sx={grid}>
            <ClientPicker
              id="client"
              label={t('gateway.users.client')}
              help={t('gateway.users.clientHelp')}
              error={errors.client}
              value={client}
              onChange={setClient}
            />
            <FormField
              id="gid"
              label={t('gateway.users.group')}
              help={
                groups.data?.jasminGroups.length === 0
                  ? t('gateway.users.noGroup')
                  : t('gateway.users.groupHelp')
              }
              error={errors.gid}
            >
              {(parts) => (
                <Select
                  native
                  value={texts.gid}
                  onChange={(event) =>
                    field('gid').onChange({ target: { value: String(event.target.value) } })
                  }
                  input={<OutlinedInput />}
                  inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
                >
                  <option value="">{t('gateway.choose')}</option>
                  {groups.data?.jasminGroups.map(({ gid }) => (
                    <option key={gid} value={gid}>
                      {gid}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
          </Box>
          <Folded title={t('gateway.users.limits')} text={t('gateway.users.limitsText')}>
            <Box sx={grid}>
              {LIMITS.map((name) => (
                <TextField
                  key={name}
                  field={field(name)}
                  label={t(`gateway.users.limit.${name}`)}
                  help={t(`gateway.users.limitHelp.${name}`)}
                  error={errors[name]}
                  autoComplete="off"
                  input={{ inputMode: 'decimal', maxLength: 10 }}
                />
              ))}
              <TextField
                field={field('max_bindings')}
                label={t('gateway.users.limit.max_bindings')}
                help={t('gateway.users.limitHelp.max_bindings')}
                error={errors.max_bindings}
                autoComplete="off"
                input={{ inputMode: 'numeric', maxLength: 4 }}
              />
              <TextField
                field={field('ip')}
                label={t('settings.keys.ipList')}
                help={t('settings.keys.ipListHelp')}
                error={errors.ip}
                multiline
                autoComplete="off"
                input={{ spellCheck: false }}
              />
            </Box>
          </Folded>
          <Folded title={t('gateway.users.mayTitle')} text={t('gateway.users.mayText')}>
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              {['bind', ...RIGHTS].map(tick)}
            </Box>
          </Folded>
          <Folded title={t('gateway.users.patterns')} text={t('gateway.users.patternsText')}>
            <Box sx={grid}>
              {PATTERNS.map((name) => (
                <TextField
                  key={name}
                  field={field(name)}
                  label={t(`gateway.users.pattern.${name}`)}
                  error={errors[name]}
                  autoComplete="off"
                  input={{ maxLength: 200, spellCheck: false }}
                />
              ))}
              <TextField
                field={field('default_src_addr')}
                label={t('gateway.users.defaultSender')}
                help={t('gateway.users.defaultSenderHelp')}
                error={errors.default_src_addr}
                autoComplete="off"
                input={{ maxLength: 20 }}
              />
              <TextField
                field={field('dlr_url')}
                label={t('gateway.users.receiptUrl')}
                help={t('gateway.users.receiptUrlHelp')}
                error={errors.dlr_url}
                autoComplete="off"
                input={{ maxLength: 2000, inputMode: 'url', spellCheck: false }}
              />
            </Box>
          </Folded>
          {!user && (
            <Typography variant="body2" color="textSecondary">
              {t('gateway.users.atOnce')}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {user ? t('gateway.save') : t('gateway.users.createAction')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
