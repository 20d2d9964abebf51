import ClosedIcon from '@mui/icons-material/ChevronRight';
import OpenIcon from '@mui/icons-material/ExpandMore';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import type { ClientNode } from '../../../contract/api/client-fields.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { clientAddress } from './columns.tsx';
import {
  branchesOf,
  countOf,
  lineBeginning,
  linesMatching,
  linesOf,
  parentLine,
  type Line,
} from './tree.ts';

const LINE = 40;
/** Lines kept ready above and below what shows. */
const SPARE = 10;
const LETTERS_TOGETHER = 700;

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
          <Box sx={{ display: 'grid', gap: 2 }}>
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton
                key={index}
                height={28}
                width={`${60 - (index % 3) * 12}%`}
                sx={{ ml: (index % 3) * 6 }}
              />
            ))}
          </Box>
        </Section>
      )}
    </Page>
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
        <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ flex: 1 }}>
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
        <Lines lines={lines} onToggle={text === '' ? toggle : undefined} />
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

/** The lines in a window of their own; only those in sight are drawn, so that thousands cost what a screenful costs. */
function Lines({
  lines,
  onToggle,
}: {
  lines: readonly Line[];
  /** Not there while a search decides what is open. */ onToggle?:
    | ((clientId: string) => void)
    | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef({ letters: '', at: 0 });
  const [view, setView] = useState({ top: 0, height: 800 });
  const [activeId, setActiveId] = useState(lines[0]?.node.clientId);
  const active = Math.max(
    0,
    lines.findIndex(({ node }) => node.clientId === activeId),
  );

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  // Fewer lines than before may leave the window beyond the last.
  useEffect(() => {
    if (box.current) setView((now) => ({ ...now, top: box.current?.scrollTop ?? now.top }));
  }, [lines]);

  function goTo(index: number) {
    const line = lines[index];
    const element = box.current;
    if (!line || !element) return;
    setActiveId(line.node.clientId);
    const top = index * LINE;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + LINE > element.scrollTop + element.clientHeight)
      element.scrollTop = top + LINE - element.clientHeight;
  }

  function press(event: KeyboardEvent) {
    const line = lines[active];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = line;
    const parts = node.clients.length > 0;
    const page = Math.max(1, Math.floor(view.height / LINE) - 1);
    const acts: Record<string, () => void> = {
      ArrowDown: () => goTo(Math.min(lines.length - 1, active + 1)),
      ArrowUp: () => goTo(Math.max(0, active - 1)),
      PageDown: () => goTo(Math.min(lines.length - 1, active + page)),
      PageUp: () => goTo(Math.max(0, active - page)),
      Home: () => goTo(0),
      End: () => goTo(lines.length - 1),
      ArrowRight: () => {
        if (line.open) goTo(active + 1);
        else if (parts) onToggle?.(node.clientId);
      },
      ArrowLeft: () => {
        if (line.open && onToggle) onToggle(node.clientId);
        else goTo(parentLine(lines, active));
      },
      ' ': () => {
        if (parts) onToggle?.(node.clientId);
      },
      Enter: () => void navigate(clientAddress(node.clientId)),
    };
    const typing = event.timeStamp - typed.current.at < LETTERS_TOGETHER;
    // Within a name a space is a letter.
    const act = event.key === ' ' && typing ? undefined : acts[event.key];
    if (act) act();
    else if (event.key.length === 1) {
      const letters = typing ? typed.current.letters + event.key : event.key;
      typed.current = { letters, at: event.timeStamp };
      goTo(lineBeginning(lines, letters.length > 1 ? active - 1 : active, letters));
    } else return;
    event.preventDefault();
  }

  const first = Math.max(0, Math.floor(view.top / LINE) - SPARE);
  const last = Math.min(lines.length, Math.ceil((view.top + view.height) / LINE) + SPARE);
  const drawn = lines.slice(first, last);
  const idOf = (line: Line) => `tree-${line.node.clientId}`;
  return (
    <Box
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={t('tree.label')}
      aria-activedescendant={
        active >= first && active < last ? `tree-${lines[active]?.node.clientId ?? ''}` : undefined
      }
      onKeyDown={press}
      onScroll={(event) =>
        setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
      }
      sx={(theme) => ({
        height: 'calc(100dvh - 290px)',
        minHeight: 320,
        overflowY: 'auto',
        position: 'relative',
        borderRadius: '10px',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
        '&:focus-visible': {
          outline: `2px solid ${theme.vars?.palette.primary.main}`,
          outlineOffset: 1,
        },
        '&:focus-visible [data-active]': {
          boxShadow: `inset 0 0 0 2px ${theme.vars?.palette.primary.main}`,
        },
      })}
    >
      <Box role="presentation" sx={{ height: lines.length * LINE, position: 'relative' }}>
        {drawn.map((line, index) => (
          <TreeLine
            key={line.node.clientId}
            id={idOf(line)}
            line={line}
            top={(first + index) * LINE}
            active={first + index === active}
            onChoose={() => setActiveId(line.node.clientId)}
            onToggle={onToggle && (() => onToggle(line.node.clientId))}
          />
        ))}
      </Box>
    </Box>
  );
}

function TreeLine({
  id,
  line,
  top,
  active,
  onChoose,
  onToggle,
}: {
  id: string;
  line: Line;
  top: number;
  active: boolean;
  onChoose(): void;
  onToggle?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { node, level, open, matches } = line;
  const parts = node.clients.length;
  return (
    <Box
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={line.siblings}
      aria-posinset={line.position}
      aria-expanded={parts > 0 ? open : undefined}
      aria-selected={active}
      data-active={active || undefined}
      onClick={onChoose}
      sx={(theme) => ({
        position: 'absolute',
        left: 0,
        right: 0,
        top,
        height: LINE,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        pr: 4,
        pl: `${12 + (level - 1) * 20}px`,
        minWidth: 0,
        borderRadius: '6px',
        backgroundColor: active ? theme.vars?.palette.surface.accent : undefined,
        '&:hover': { backgroundColor: active ? undefined : theme.vars?.palette.action.hover },
      })}
    >
      <Box
        component="span"
        aria-hidden="true"
        onClick={parts > 0 ? onToggle : undefined}
        sx={{
          width: 28,
          height: 28,
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          borderRadius: '6px',
          color: 'text.secondary',
          cursor: parts > 0 && onToggle ? 'pointer' : undefined,
        }}
      >
        {parts > 0 &&
          (open ? <OpenIcon sx={{ fontSize: 20 }} /> : <ClosedIcon sx={{ fontSize: 20 }} />)}
      </Box>
      <Link
        component={RouterLink}
        to={clientAddress(node.clientId)}
        tabIndex={-1}
        noWrap
        sx={{ fontWeight: matches ? 700 : undefined, minWidth: 0 }}
      >
        {node.clientName}
      </Link>
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        noWrap
        sx={{ flex: 'none', display: { xs: 'none', sm: 'inline' } }}
      >
        {t(`roles.${node.accessLevel}`)}
      </Typography>
      {node.clientStatus !== 'ACTIVE' && <StatusChip status={node.clientStatus} />}
      {parts > 0 && (
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          noWrap
          sx={{ ml: 'auto', flex: 'none', display: { xs: 'none', sm: 'inline' } }}
        >
          {t('tree.children', { count: parts, value: number(parts) })}
        </Typography>
      )}
    </Box>
  );
}
