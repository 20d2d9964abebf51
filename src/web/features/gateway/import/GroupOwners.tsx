import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { ClientPicker, type Picked } from '../../../parts/clients/ClientPicker.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';

type Group = Output<typeof gatewayConfig.import>['groups'][number];

/** Rows at first; more are shown on request, and a search finds any. */
const SHOWN = 12;

/**
 * The client that gets each group's users. A group is one line, and only the one that is being edited
 * shows its field: a field for each of a hundred groups would be metres of a phone's screen.
 */
export function GroupOwners({
  groups,
  owners,
  onChoose,
}: {
  groups: readonly Group[];
  owners: ReadonlyMap<string, Picked>;
  onChoose(gid: string, owner: Picked | null): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [sought, setSought] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  if (groups.length === 0) return null;
  const found = groups.filter(({ gid }) => gid.toLowerCase().includes(sought.trim().toLowerCase()));
  const shown = isWhole ? found : found.slice(0, SHOWN);
  return (
    <Section title={t('gateway.import.owners')}>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {t('gateway.import.ownersHelp')}
      </Typography>
      <Typography role="status" sx={{ mb: 3 }}>
        {t('gateway.import.ownersChosen', {
          chosen: number(groups.filter(({ gid }) => owners.has(gid)).length),
          value: number(groups.length),
        })}
      </Typography>
      {groups.length > SHOWN && (
        <Box sx={{ display: 'flex' }}>
          <SearchField
            label={t('gateway.groups.search')}
            hint={t('gateway.groups.search')}
            value={sought}
            onChange={setSought}
          />
        </Box>
      )}
      <Box
        component="ul"
        aria-label={t('gateway.import.owners')}
        sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}
      >
        {shown.map((group) => (
          <GroupOwner
            key={group.gid}
            group={group}
            owner={owners.get(group.gid) ?? null}
            isEditing={editing === group.gid}
            onEdit={(isOn) => setEditing(isOn ? group.gid : null)}
            onChoose={(owner) => {
              onChoose(group.gid, owner);
              setEditing(null);
            }}
          />
        ))}
      </Box>
      {found.length === 0 && <Typography color="textSecondary">{t('list.noneMatch')}</Typography>}
      {found.length > shown.length && (
        <Button color="inherit" onClick={() => setWhole(true)} sx={{ mt: 2 }}>
          {t('gateway.import.ownersAll', { value: number(found.length) })}
        </Button>
      )}
    </Section>
  );
}

function GroupOwner({
  group: { gid, users },
  owner,
  isEditing,
  onEdit,
  onChoose,
}: {
  group: Group;
  owner: Picked | null;
  isEditing: boolean;
  onEdit(isOn: boolean): void;
  onChoose(owner: Picked | null): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const row = useRef<HTMLLIElement>(null);
  const wasEditing = useRef(false);
  // The focus goes into the field that opens, and back to its button when it closes.
  useEffect(() => {
    if (isEditing) row.current?.querySelector('input')?.focus();
    else if (wasEditing.current) row.current?.querySelector('button')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Box
      component="li"
      ref={row}
      sx={(theme) => ({
        py: 2,
        display: 'grid',
        gap: 2,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', minHeight: 44 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 550 }}>
            {gid}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('gateway.sample.users', { count: users, value: number(users) })}
          </Typography>
        </Box>
        <Button
          color="inherit"
          variant={owner ? 'text' : 'outlined'}
          aria-expanded={isEditing}
          aria-label={t('gateway.import.ownerOf', {
            group: gid,
            client: owner?.clientName ?? t('gateway.import.ownerChoose'),
          })}
          onClick={() => onEdit(!isEditing)}
          sx={{ minHeight: { xs: 44, sm: 36 }, maxWidth: '60%' }}
        >
          <Typography component="span" noWrap sx={{ font: 'inherit' }}>
            {owner?.clientName ?? t('gateway.import.ownerChoose')}
          </Typography>
        </Button>
      </Box>
      {isEditing && (
        <ClientPicker
          id={`owner-${gid}`}
          label={t('gateway.import.ownerField', { group: gid })}
          value={owner}
          onChange={onChoose}
        />
      )}
    </Box>
  );
}
