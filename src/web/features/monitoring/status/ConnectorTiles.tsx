import ConnectorIcon from '@mui/icons-material/DnsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { ConnectorTile } from './ConnectorTile.tsx';
import { isOfConnector } from './problemAddress.ts';

/** Every connector of the three kinds as a tile, the worst first; the last ones on demand. */
export function ConnectorTiles({
  connectors,
  problems,
  now,
  most,
}: {
  connectors: StatusPage['connectors'];
  problems: StatusPage['problems'];
  now: number;
  most: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  if (connectors.length === 0)
    return (
      <Section>
        <EmptyState
          icon={<ConnectorIcon />}
          title={t('monitoring.noConnectors')}
          text={t('monitoring.noConnectorsText')}
          action={
            <Button variant="contained" component={Link} to="/dashboard/jasmin/create-smpp">
              {t('monitoring.addConnector')}
            </Button>
          }
        />
      </Section>
    );
  const shown = showsAll ? connectors : connectors.slice(0, most);
  const rest = connectors.slice(most);
  const restDown = rest.filter(({ level }) => level === 'DOWN').length;
  return (
    <Box>
      <PlainList
        aria-label={t('monitoring.connectors')}
        gap={0}
        style={{
          gap: 12,
          // A few share the width; one alone has that of a tile.
          gridTemplateColumns: `repeat(${shown.length > 1 ? 'auto-fit' : 'auto-fill'}, minmax(min(100%, 240px), 1fr))`,
        }}
      >
        {shown.map((connector) => (
          <ConnectorTile
            key={connector.cid}
            connector={connector}
            problem={problems.find((each) => isOfConnector(each, connector.cid))}
            now={now}
          />
        ))}
      </PlainList>
      {rest.length > 0 && (
        <Button
          size="small"
          color="inherit"
          sx={{ mt: 1, color: restDown > 0 && !showsAll ? 'error.main' : 'text.secondary' }}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? t('monitoring.tile.fewer')
            : [
                t('monitoring.tile.more', { count: rest.length, value: number(rest.length) }),
                restDown > 0 &&
                  t('monitoring.tile.moreDown', { count: restDown, value: number(restDown) }),
              ]
                .filter(Boolean)
                .join(', ')}
        </Button>
      )}
    </Box>
  );
}
