import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { gatewayConfig } from '../../../contract/api/gateway-config.ts';
import { gatewayGroups } from '../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../contract/api/gateway-users.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../../parts/ClientPicker.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { STICKY_TOP } from '../../ui/stickyTop.ts';
import { useLeaveWarning } from '../../ui/useLeaveWarning.tsx';
import { ChangeList } from './ChangeList.tsx';
import { CutOver } from './CutOver.tsx';
import { GroupOwners } from './GroupOwners.tsx';
import { ImportReport } from './ImportReport.tsx';
import { COMMANDS, SAMPLE } from './importCommands.ts';
import { LogComparison } from './LogComparison.tsx';
import { StoreFiles } from './StoreFiles.tsx';
import type { StoreFile } from './storeFiles.ts';
import { CONFIGURED } from './stale.ts';
import { Rows } from '../../ui/layout.tsx';
import { usePhone } from '../../ui/usePhone.ts';

/** The form's id, for its button in the bar at the foot. */
const FORM = 'gateway-import';

/** Two parts beside each other where there is room. */
const SIDE_BY_SIDE = {
  display: 'grid',
  columnGap: 6,
  rowGap: 5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const;

/** Takes over a configuration from the text or the files of another gateway: looked at first, then done. */
export function Import() {
  const { t } = useTranslation();
  const { number } = useFormat();
  // The lists to copy from would stand between the fields and their button.
  const isPhone = usePhone();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<StoreFile[]>([]);
  const [replaceDefault, setReplaceDefault] = useState(false);
  const [client, setClient] = useState<Picked | null>(null);
  const [owners, setOwners] = useState<ReadonlyMap<string, Picked>>(new Map());
  const [missing, setMissing] = useState(false);
  // Kept while a choice is looked at anew: a report that goes and comes back moves the page under the finger.
  const [looked, setLooked] = useState<Output<typeof gatewayConfig.import> | null>(null);
  // Only the latest look counts: an answer about the text of before would be taken for this one's.
  const asked = useRef<string | null>(null);
  const look = useSend(gatewayConfig.import, {
    done(found, input) {
      if (JSON.stringify(input) === asked.current) setLooked(found);
    },
    failed: () => setLooked(null),
  });
  const lookAt = (input: Input<typeof gatewayConfig.import>) => {
    asked.current = JSON.stringify(input);
    look.mutate(input);
  };
  const apply = useSend(gatewayConfig.import, {
    changes: [...CONFIGURED, gatewayGroups.list, gatewayUsers.list],
    failed: () => undefined,
  });
  const report = apply.data ?? looked;
  const entries = report ? report.taken.length + report.changed.length : 0;
  const failure = apply.error ?? look.error;
  const hasOutcome = failure !== null || report !== null;
  const isApplied = report !== null && report.applied;
  const leaving = useLeaveWarning(!isApplied && (text.trim() !== '' || files.length > 0));
  const outcome = useRef<HTMLDivElement>(null);
  // The bar's buttons are pressed wherever the page stands.
  useEffect(() => {
    if (hasOutcome) outcome.current?.scrollIntoView();
  }, [hasOutcome, isApplied]);
  const inputFor = (of: ReadonlyMap<string, Picked>, whole: Picked | null) => ({
    text,
    files,
    replaceDefault,
    ...(whole && { clientId: whole.clientId }),
    groupClients: [...of].map(([gid, { clientId }]) => ({ gid, clientId })),
  });
  const input = inputFor(owners, client);
  const changed = () => {
    setMissing(false);
    setLooked(null);
    asked.current = null;
    look.reset();
    apply.reset();
  };
  const chooseOwner = (gid: string, owner: Picked | null) => {
    const next = new Map(owners);
    if (owner) next.set(gid, owner);
    else next.delete(gid);
    setOwners(next);
    lookAt({ ...inputFor(next, client), apply: false });
  };
  const chooseClient = (next: Picked | null) => {
    setClient(next);
    // The import takes over exactly the contents of the report.
    if (looked === null || isApplied) changed();
    else lookAt({ ...inputFor(owners, next), apply: false });
  };
  const commands = <CodeBlock code={COMMANDS} name={t('gateway.import.commands')} isPlain />;
  return (
    <Page
      title={t('gateway.import.title')}
      purpose={t('gateway.import.purpose')}
      back={{ to: '/dashboard/jasmin/versions', label: t('gateway.versions.title') }}
    >
      <Rows isFluid>
        <Rows
          isFluid
          component="form"
          id={FORM}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const isEmpty = text.trim() === '' && files.length === 0;
            setMissing(isEmpty);
            apply.reset();
            if (!isEmpty) lookAt({ ...input, apply: false });
            // The button is in sight wherever the page stands; the field is not.
            else event.currentTarget.querySelector('textarea')?.focus();
          }}
        >
          <Section title={t('gateway.import.source')}>
            <Box sx={SIDE_BY_SIDE}>
              <Rows>
                <TextField
                  field={{
                    name: 'text',
                    value: text,
                    onChange: (event) => {
                      setText(event.target.value);
                      changed();
                    },
                  }}
                  label={t('gateway.import.text')}
                  help={t('gateway.import.textHelp')}
                  error={missing ? t('gateway.import.textMissing') : undefined}
                  multiline
                  rows={8}
                  input={{
                    spellCheck: false,
                    placeholder: SAMPLE,
                    style: { fontFamily: 'ui-monospace, monospace', fontSize: 12 },
                  }}
                />
                {isPhone ? (
                  <Folded title={t('gateway.import.commands')}>{commands}</Folded>
                ) : (
                  commands
                )}
              </Rows>
              <StoreFiles
                files={files}
                onChange={(next) => {
                  setFiles(next);
                  changed();
                }}
              />
            </Box>
          </Section>
          <Section title={t('gateway.import.choices')}>
            <Box sx={SIDE_BY_SIDE}>
              <ClientPicker
                id="client"
                label={`${t('gateway.users.client')} (${t('fields.optional')})`}
                help={t('gateway.import.clientHelp')}
                value={client}
                onChange={chooseClient}
              />
              <FormControlLabel
                control={
                  <Checkbox
                    size="small"
                    checked={replaceDefault}
                    onChange={(event) => {
                      setReplaceDefault(event.target.checked);
                      changed();
                    }}
                  />
                }
                label={
                  <>
                    {t('gateway.import.replaceDefault')}
                    <Typography variant="body2" color="textSecondary">
                      {t('gateway.import.replaceDefaultHelp')}
                    </Typography>
                  </>
                }
              />
            </Box>
          </Section>
        </Rows>
        {hasOutcome && (
          <Box
            ref={outcome}
            sx={{
              display: 'grid',
              gap: 5,
              gridTemplateColumns: 'minmax(0, 1fr)',
              scrollMarginTop: `calc(${STICKY_TOP} + 16px)`,
            }}
          >
            {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
            {report && (
              <>
                {report.applied && (
                  <Alert
                    severity="success"
                    action={
                      <Button
                        color="inherit"
                        size="small"
                        component={Link}
                        to="/dashboard/jasmin/mt-routes"
                      >
                        {t('menu.mtRoutes')}
                      </Button>
                    }
                  >
                    {t('gateway.import.applied')}
                  </Alert>
                )}
                {report.applied && <Draft />}
                {!report.applied && (
                  <GroupOwners groups={report.groups} owners={owners} onChoose={chooseOwner} />
                )}
                <ImportReport report={report} />
              </>
            )}
          </Box>
        )}
        <LogComparison />
        <CutOver />
      </Rows>
      <ActionBar note={t('gateway.import.lookHelp')}>
        <Button
          type="submit"
          form={FORM}
          loading={look.isPending}
          {...(report ? { variant: 'outlined', color: 'inherit' } : { variant: 'contained' })}
        >
          {t('gateway.import.look')}
        </Button>
        {report && !report.applied && (
          <Button
            variant="contained"
            disabled={entries === 0 || look.isPending}
            loading={apply.isPending}
            onClick={() => apply.mutate({ ...input, apply: true })}
          >
            {t('gateway.import.apply', { count: entries, value: number(entries) })}
          </Button>
        )}
      </ActionBar>
      {leaving}
    </Page>
  );
}

/** Changes that the reload of the imported draft would make. */
function Draft() {
  const { t } = useTranslation();
  const diff = useGet(gatewayConfig.diff, {});
  if (!diff.data || diff.data.changes.length === 0) return null;
  return (
    <Section title={t('gateway.reviewTitle')}>
      <ChangeList changes={diff.data.changes} />
    </Section>
  );
}
