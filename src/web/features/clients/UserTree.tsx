/** The tree of accounts. */
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import type { ClientNode } from '../../../contract/api/client-fields.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { branchesOf, countOf, linesMatching, linesOf } from './tree.ts';
import { TREE_COLUMNS } from './treeColumns.ts';
import { TreeLines } from './TreeLines.tsx';
import { Rows } from '../../ui/page/layout.tsx';

export function UserTree() {
  const { t } = useTranslation();
  const query = useGet(clients.tree, {});
  return (
    <Page title={t('tree.title')} purpose={t('tree.purpose')}>
      {query.data && <Tree roots={query.data.clients} />}
      {!query.data && query.isError && (
        <Section>
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        </Section>
      )}
      {!query.data && !query.isError && (
        <Section>
          <Rows gap={2}>
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton
                key={index}
                height={28}
                width={`${60 - (index % 3) * 12}%`}
                sx={{ ml: (index % 3) * 6 }}
              />
            ))}
          </Rows>
        </Section>
      )}
    </Page>
  );
}

/** The names of the columns; each line says them itself to a screen reader. */
function TreeHead() {
  const { t } = useTranslation();
  return (
    <Box
      aria-hidden="true"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        height: 38,
        px: 4,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 550,
        color: theme.vars?.palette.text.secondary,
        backgroundColor: theme.vars?.palette.surface.sunken,
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {t('tree.account')}
      </Box>
      {TREE_COLUMNS.map(({ key, sx }) => (
        <Box key={key} component="span" sx={sx}>
          {t(`tree.${key}`)}
        </Box>
      ))}
    </Box>
  );
}

function Tree({ roots }: { roots: readonly ClientNode[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get('q') ?? '';
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(roots.map(({ clientId }) => clientId)),
  );
  const total = useMemo(() => countOf(roots), [roots]);
  const { lines, found } = useMemo(
    () =>
      text === ''
        ? { lines: linesOf(roots, (id) => open.has(id)), found: null }
        : linesMatching(roots, text),
    [roots, open, text],
  );
  const toggle = (clientId: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(clientId)) next.add(clientId);
      return next;
    });

  return (
    <>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 3 }}>
        <SearchField
          label={t('tree.search')}
          hint={t('tree.search')}
          value={text}
          onChange={(next) => setParameters(next === '' ? {} : { q: next }, { replace: true })}
        />
        <Typography
          variant="body2"
          color="textSecondary"
          aria-live="polite"
          noWrap
          sx={{ flex: 1, minWidth: 'fit-content' }}
        >
          {found === null
            ? t('tree.count', { count: total, value: number(total) })
            : t('tree.found', { count: found, value: number(found) })}
        </Typography>
        {text === '' && (
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => setOpen(new Set(branchesOf(roots)))}
            >
              {t('tree.expandAll')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => setOpen(new Set())}
            >
              {t('tree.collapseAll')}
            </Button>
          </Box>
        )}
      </Box>
      {lines.length === 0 ? (
        <Section>
          <EmptyState icon={<SearchOffIcon />} title={t('tree.none')} text={t('tree.noneText')} />
        </Section>
      ) : (
        <Box
          sx={(theme) => ({
            overflow: 'clip',
            borderRadius: 'var(--corner-card)',
            border: `1px solid ${theme.vars?.palette.divider}`,
            backgroundColor: theme.vars?.palette.background.paper,
          })}
        >
          <TreeHead />
          <TreeLines lines={lines} onToggle={text === '' ? toggle : undefined} />
        </Box>
      )}
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ mt: 3, display: { xs: 'none', md: 'block' } }}
      >
        {t('tree.keys')}
      </Typography>
    </>
  );
}
