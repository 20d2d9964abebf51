import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { playsmsImports, type PlaysmsImport } from '../../../contract/api/playsms-imports.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { messageOf } from '../../api/call.ts';
import { useSend } from '../../parts/queries.ts';
import { ActionBar } from '../../ui/page/ActionBar.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { FigureRow } from '../../ui/figures/FigureRow.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { PLAYSMS } from './addresses.ts';
import { EntryTable, TemplateTable, UserTable } from './PreviewTables.tsx';

/** Screens on which a part that is lost can be entered. */
const PLACES = {
  CREDITS: { to: '/dashboard/clients/opening-balances', name: 'wallet.openings.title' },
  SENDERS: { to: '/dashboard/sender-ids/import', name: 'senderImport.title' },
} as const;

/** The clients that a dump becomes and the parts that are lost, before anything happens. */
export function PlaysmsPreview({ row }: { row: PlaysmsImport }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [sendInvitations, setSendInvitations] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = useSend(playsmsImports.start, {
    changes: [playsmsImports.get, tasks.list],
    failed: (refused) => setFailure(messageOf(refused)),
  });
  const { preview } = row;
  const becoming = preview.users.filter(({ outcome }) => outcome !== 'LEFT_OUT');
  const taken = becoming.length;
  const sum = (of: 'contacts' | 'groups' | 'templates') =>
    number(becoming.reduce((total, user) => total + user[of], 0));
  return (
    <>
      <Section>
        <FigureRow
          isEven
          figures={[
            [t('playsms.clients'), number(taken)],
            [t('playsms.leftOut'), number(preview.users.length - taken)],
            [t('playsms.contacts'), sum('contacts')],
            [t('playsms.groups'), sum('groups')],
            [t('playsms.templates'), sum('templates')],
          ]}
        />
      </Section>
      <UserTable users={preview.users} />
      {preview.entryCount > 0 && <EntryTable preview={preview} />}
      {preview.templates.length > 0 && <TemplateTable templates={preview.templates} />}
      <Losses preview={preview} />
      {taken === 0 ? (
        <Alert severity="warning">{t('playsms.nothing')}</Alert>
      ) : (
        <Section>
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={sendInvitations}
                onChange={(event) => setSendInvitations(event.target.checked)}
              />
            }
            label={
              <>
                {t('playsms.invitations')}
                <Typography variant="body2" color="textSecondary">
                  {t('playsms.invitationsHelp')}
                </Typography>
              </>
            }
          />
        </Section>
      )}
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      <ActionBar>
        <Button component={Link} to={PLAYSMS} variant="outlined" color="inherit">
          {t('playsms.another')}
        </Button>
        {taken > 0 && (
          <Button
            variant="contained"
            loading={start.isPending}
            onClick={() => {
              setFailure(null);
              start.mutate({ importId: row.importId, sendInvitations });
            }}
          >
            {t('playsms.start', { count: taken, value: number(taken) })}
          </Button>
        )}
      </ActionBar>
    </>
  );
}

function Losses({ preview }: { preview: PlaysmsImport['preview'] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { losses, ownerlessCount, otherTables } = preview;
  return (
    <Section title={t('playsms.lost')}>
      <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
        {losses.map(({ loss, count }) => (
          <li key={loss}>
            {t(`playsms.losses.${loss}`, { value: number(count) })}
            {(loss === 'CREDITS' || loss === 'SENDERS') && (
              <>
                {' '}
                <MuiLink component={Link} to={PLACES[loss].to}>
                  {t(PLACES[loss].name)}
                </MuiLink>
              </>
            )}
          </li>
        ))}
        {ownerlessCount > 0 && (
          <li>
            {t('playsms.ownerless', { count: ownerlessCount, value: number(ownerlessCount) })}
          </li>
        )}
        {otherTables.length > 0 && (
          <li>{t('playsms.otherTables', { tables: otherTables.join(', ') })}</li>
        )}
      </Box>
    </Section>
  );
}
