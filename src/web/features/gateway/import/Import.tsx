import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ClientPicker } from '../../../parts/clients/ClientPicker.tsx';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { STICKY_TOP } from '../../../ui/page/stickyTop.ts';
import { CutOver } from './CutOver.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { COMMANDS, SAMPLE } from './importCommands.ts';
import { LogComparison } from './LogComparison.tsx';
import { StoreFiles } from './StoreFiles.tsx';
import { useImport, useScrollToOutcome, type ImportState } from './useImport.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { useLeaveWarning } from '../../../ui/fields/useLeaveWarning.tsx';
import { usePhone } from '../../../ui/page/usePhone.ts';

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
  const state = useImport();
  const { report, text, files } = state;
  const leaving = useLeaveWarning(!report?.applied && (text.trim() !== '' || files.length > 0));
  const { outcome, hasOutcome } = useScrollToOutcome(state);
  const entries = report ? report.taken.length + report.changed.length : 0;
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
            // The button is in sight wherever the page stands; the field is not.
            if (!state.look()) event.currentTarget.querySelector('textarea')?.focus();
          }}
        >
          <Source state={state} />
          <Choices state={state} />
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
            <ImportOutcome state={state} />
          </Box>
        )}
        <LogComparison />
        <CutOver />
      </Rows>
      <ActionBar note={t('gateway.import.lookHelp')}>
        <Button
          type="submit"
          form={FORM}
          loading={state.isLooking}
          {...(report ? { variant: 'outlined', color: 'inherit' } : { variant: 'contained' })}
        >
          {t('gateway.import.look')}
        </Button>
        {report && !report.applied && (
          <Button
            variant="contained"
            disabled={entries === 0 || state.isLooking}
            loading={state.isApplying}
            onClick={state.apply}
          >
            {t('gateway.import.apply', { count: entries, value: number(entries) })}
          </Button>
        )}
      </ActionBar>
      {leaving}
    </Page>
  );
}

/** The text or the files of the other gateway. */
function Source({ state: { text, setText, missing, files, setFiles } }: { state: ImportState }) {
  const { t } = useTranslation();
  // The lists to copy from would stand between the fields and their button.
  const isPhone = usePhone();
  const commands = <CodeBlock code={COMMANDS} name={t('gateway.import.commands')} isPlain />;
  return (
    <Section title={t('gateway.import.source')}>
      <Box sx={SIDE_BY_SIDE}>
        <Rows>
          <TextField
            field={{
              name: 'text',
              value: text,
              onChange: (event) => setText(event.target.value),
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
          {isPhone ? <Folded title={t('gateway.import.commands')}>{commands}</Folded> : commands}
        </Rows>
        <StoreFiles files={files} onChange={setFiles} />
      </Box>
    </Section>
  );
}

/** The client that gets the users, and whether the default route is replaced. */
function Choices({
  state: { client, chooseClient, replaceDefault, setReplaceDefault },
}: {
  state: ImportState;
}) {
  const { t } = useTranslation();
  return (
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
              onChange={(event) => setReplaceDefault(event.target.checked)}
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
  );
}
