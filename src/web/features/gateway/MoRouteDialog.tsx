import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectors } from '../../../contract/api/connectors.ts';
import { gatewayUsers } from '../../../contract/api/gateway-users.ts';
import {
  MO_ROUTE_TYPES,
  moRoutes,
  MOST_TARGETS,
  type MoRoute,
  type MoRouteType,
  type MoTarget,
} from '../../../contract/api/routes.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { ClientPicker, type Picked } from '../../parts/ClientPicker.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { RouteForm } from './RouteForm.tsx';
import { DRAFTED } from './stale.ts';
import { useTargetWords } from './useTargetWords.ts';
import { Rows } from '../../ui/layout.tsx';

const KINDS = ['INBOX', 'KEYWORD', 'HTTP', 'SMPP_USER', 'WEBHOOK'] as const;
type Draft = { kind: (typeof KINDS)[number]; name: string; keyword: string; client: Picked | null };

const startOf = (target: MoRoute['targets'][number]): Draft => ({
  kind: target.kind,
  name: target.cid ?? target.username ?? '',
  keyword: target.keyword ?? '',
  client: target.clientId
    ? {
        clientId: target.clientId,
        clientName: target.clientName ?? '',
        accessLevel: 'CLIENT',
        email: null,
      }
    : null,
});

/** The target from the form's fields; undefined while incomplete. */
function targetOf({ kind, name, keyword, client }: Draft): MoTarget | undefined {
  if (kind === 'HTTP') return name === '' ? undefined : { kind, cid: name };
  if (kind === 'SMPP_USER') return name === '' ? undefined : { kind, username: name };
  if (!client) return undefined;
  if (kind === 'KEYWORD')
    return keyword.trim() === ''
      ? undefined
      : { kind, keyword: keyword.trim(), clientId: client.clientId };
  return { kind, clientId: client.clientId };
}

/** Makes or changes a route of messages from phones. */
export function MoRouteDialog({ route, onClose }: { route: MoRoute | null; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const targetWords = useTargetWords();
  const [drafts, setDrafts] = useState<Draft[]>(
    route?.targets.map(startOf) ?? [{ kind: 'INBOX', name: '', keyword: '', client: null }],
  );
  const [missing, setMissing] = useState(false);
  const http = useGet(connectors.listHttp, { pageSize: 200 });
  const users = useGet(gatewayUsers.list, { pageSize: 200 });
  const options = {
    changes: DRAFTED,
    done: ({ order }: MoRoute) => {
      toast.success(t('gateway.drafted', { name: String(order) }));
      onClose();
    },
    failed: () => undefined,
  };
  const create = useSend(moRoutes.create, options);
  const update = useSend(moRoutes.update, options);
  const change = (at: number, to: Partial<Draft>) => {
    setMissing(false);
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...to } : draft)));
  };
  const nameOf = (draft: Draft) => {
    const target = targetOf(draft);
    return target
      ? targetWords({ ...target, clientName: draft.client?.clientName })
      : t(`gateway.targetKinds.${draft.kind}`);
  };

  return (
    <RouteForm
      direction="MO"
      route={route}
      types={MO_ROUTE_TYPES}
      leadsTo={drafts.map(nameOf)}
      failure={create.error ?? update.error}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={({ type, order, ...choices }) => {
        const targets = drafts.map(targetOf).filter((target) => target !== undefined);
        setMissing(targets.length < drafts.length);
        if (targets.length < drafts.length) return;
        const given = {
          ...choices,
          type: type as MoRouteType,
          targets,
          ...(order !== undefined && { order }),
        };
        if (route) update.mutate({ routeId: route.routeId, ...given });
        else create.mutate(given);
      }}
    >
      {(errors, type) => (
        <Rows role="group" aria-labelledby="targets-label" id="targets" tabIndex={-1} gap={4}>
          <FormLabel id="targets-label">{t('gateway.routes.targets')}</FormLabel>
          {drafts.map((draft, at) => (
            // Rows have no names of their own and are only ever added at the end or taken away.
            // oxlint-disable-next-line no-array-index-key
            <Box
              key={at}
              sx={(theme) => ({
                display: 'grid',
                gap: 3,
                gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr) auto' },
                alignItems: 'start',
                pb: 4,
                borderBottom: `1px solid ${theme.vars?.palette.divider}`,
              })}
            >
              <FormField id={`kind-${at}`} label={t('gateway.routes.target')}>
                {(parts) => (
                  <Select
                    native
                    value={draft.kind}
                    onChange={(event) =>
                      change(at, {
                        kind: KINDS.find((kind) => kind === event.target.value) ?? 'INBOX',
                        name: '',
                      })
                    }
                    input={<OutlinedInput />}
                    inputProps={{ id: parts.id }}
                  >
                    {KINDS.map((kind) => (
                      <option key={kind} value={kind}>
                        {t(`gateway.targetKinds.${kind}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </FormField>
              <Rows gap={3}>
                {(draft.kind === 'HTTP' || draft.kind === 'SMPP_USER') && (
                  <FormField
                    id={`name-${at}`}
                    label={
                      draft.kind === 'HTTP'
                        ? t('gateway.routes.connector')
                        : t('gateway.users.username')
                    }
                  >
                    {(parts) => (
                      <Select
                        native
                        value={draft.name}
                        onChange={(event) => change(at, { name: String(event.target.value) })}
                        input={<OutlinedInput />}
                        inputProps={{ id: parts.id }}
                      >
                        <option value="">{t('gateway.choose')}</option>
                        {(draft.kind === 'HTTP'
                          ? (http.data?.httpConnectors ?? []).map(({ cid }) => cid)
                          : (users.data?.smppUsers ?? []).map(({ username }) => username)
                        ).map((name) => (
                          <option key={name} value={name}>
                            {name}
                          </option>
                        ))}
                      </Select>
                    )}
                  </FormField>
                )}
                {draft.kind === 'KEYWORD' && (
                  <TextField
                    field={{
                      name: `keyword-${at}`,
                      value: draft.keyword,
                      onChange: (event) => change(at, { keyword: event.target.value }),
                    }}
                    label={t('gateway.routes.keyword')}
                    help={t('gateway.routes.keywordHelp')}
                    autoComplete="off"
                    input={{ maxLength: 40 }}
                  />
                )}
                {draft.kind !== 'HTTP' && draft.kind !== 'SMPP_USER' && (
                  <ClientPicker
                    id={`client-${at}`}
                    label={t('gateway.users.client')}
                    value={draft.client}
                    onChange={(client) => change(at, { client })}
                  />
                )}
              </Rows>
              {drafts.length > 1 && (
                <IconButton
                  size="small"
                  aria-label={t('gateway.routes.removeTarget', { name: nameOf(draft) })}
                  onClick={() => setDrafts(drafts.filter((_each, index) => index !== at))}
                  sx={{ mt: { sm: 7 } }}
                >
                  <RemoveIcon />
                </IconButton>
              )}
            </Box>
          ))}
          {(missing || errors['targets']) && (
            <FormHelperText error role="alert">
              {errors['targets'] ?? t('gateway.routes.targetMissing')}
            </FormHelperText>
          )}
          {type !== 'StaticMORoute' && type !== 'DefaultRoute' && drafts.length < MOST_TARGETS && (
            <Box>
              <Button
                size="small"
                startIcon={<AddIcon />}
                onClick={() =>
                  setDrafts([
                    ...drafts,
                    { kind: drafts.at(-1)?.kind ?? 'INBOX', name: '', keyword: '', client: null },
                  ])
                }
              >
                {t('gateway.routes.addTarget')}
              </Button>
            </Box>
          )}
        </Rows>
      )}
    </RouteForm>
  );
}
