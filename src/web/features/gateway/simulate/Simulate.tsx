import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { ExplanationView } from './ExplanationView.tsx';
import { SampleFields, useSample } from './SampleFields.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

/** Explains the route of a sample message without sending it. */
export function Simulate() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const direction = parameters.get('direction') === 'MO' ? 'MO' : 'MT';
  const [draft, setDraft] = useState(false);
  const { number } = useFormat();
  const edits = useGet(gatewayConfig.diff, {}).data?.changes.length ?? 0;
  const to = parameters.get('to');
  const sample = useSample(to === null ? {} : { to });
  const simulate = useSend(gatewayConfig.simulate, { failed: () => undefined });
  // By the other configuration, where there are edits: both answers are seen at once.
  const compared = useSend(gatewayConfig.simulate, { failed: () => undefined });
  const { data } = simulate;
  const answer = useRef<HTMLDivElement>(null);
  // The answer is below the form on a phone.
  useEffect(() => {
    if (data) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  const back =
    direction === 'MT'
      ? { to: '/dashboard/jasmin/mt-routes', label: t('menu.mtRoutes') }
      : { to: '/dashboard/jasmin/mo-routes', label: t('menu.moRoutes') };
  return (
    <Page title={t('gateway.simulate.title')} purpose={t('gateway.simulate.purpose')} back={back}>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 480px) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Section title={t('gateway.simulate.message')}>
          <Rows
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              simulate.mutate({ direction, draft, message: sample.message });
              if (edits > 0) compared.mutate({ direction, draft: !draft, message: sample.message });
              else compared.reset();
            }}
          >
            <ToggleButtonGroup
              exclusive
              size="small"
              value={direction}
              aria-label={t('gateway.simulate.direction')}
              onChange={(_event, next: string | null) => {
                if (!next) return;
                setParameters({ direction: next }, { replace: true });
                simulate.reset();
                compared.reset();
              }}
            >
              <ToggleButton value="MT">{t('gateway.simulate.mt')}</ToggleButton>
              <ToggleButton value="MO">{t('gateway.simulate.mo')}</ToggleButton>
            </ToggleButtonGroup>
            <SampleFields sample={sample} isFolded />
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={draft}
                  onChange={(event) => setDraft(event.target.checked)}
                />
              }
              label={
                edits > 0
                  ? t('gateway.simulate.draftOf', { count: edits, value: number(edits) })
                  : t('gateway.simulate.draft')
              }
            />
            <Box>
              <Button type="submit" variant="contained" loading={simulate.isPending}>
                {t('gateway.simulate.run')}
              </Button>
            </Box>
          </Rows>
        </Section>
        <Box ref={answer} sx={{ scrollMarginBottom: 'calc(16px + var(--bottom-bar, 0px))' }}>
          <Section title={t('gateway.simulate.answer')}>
            {simulate.error ? (
              <Alert severity="error">{messageOf(simulate.error)}</Alert>
            ) : (
              <ExplanationView explanation={data} other={compared.data} />
            )}
          </Section>
        </Box>
      </Box>
    </Page>
  );
}
