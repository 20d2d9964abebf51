import Box from '@mui/material/Box';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { clientAddress } from './columns.tsx';
import { lineBeginning, parentLine, type Line } from './tree.ts';
import { TreeLine } from './TreeLine.tsx';
import { usePhone } from '../../ui/page/usePhone.ts';

/** Lines drawn above and below the visible part. */
const SPARE = 10;
/** Heights of a line in pixels; a phone's has a second row for what has no column there. */
const LINE = 40;
const LINE_OF_TWO = 56;
const LETTERS_TOGETHER = 700;

/** The lines in a scrolling part; only the visible ones are drawn, so that thousands cost no more than a screenful. */
export function TreeLines({
  lines,
  onToggle,
}: {
  lines: readonly Line[];
  /** Not there while a search decides what is open. */ onToggle?:
    | ((clientId: string) => void)
    | undefined;
}) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const height = isPhone ? LINE_OF_TWO : LINE;
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
    const top = index * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight;
  }

  function press(event: KeyboardEvent) {
    const line = lines[active];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = line;
    const parts = node.clients.length > 0;
    const page = Math.max(1, Math.floor(view.height / height) - 1);
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

  const first = Math.max(0, Math.floor(view.top / height) - SPARE);
  const last = Math.min(lines.length, Math.ceil((view.top + view.height) / height) + SPARE);
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
        maxHeight: 'calc(100dvh - 302px)',
        overflowY: 'auto',
        position: 'relative',
        '&:focus-visible': {
          outline: `2px solid ${theme.vars?.palette.primary.main}`,
          // Within the frame around it.
          outlineOffset: -2,
        },
        '&:focus-visible [data-active]': {
          boxShadow: `inset 0 0 0 2px ${theme.vars?.palette.primary.main}`,
        },
      })}
    >
      <Box role="presentation" sx={{ height: lines.length * height, position: 'relative' }}>
        {drawn.map((line, index) => (
          <TreeLine
            key={line.node.clientId}
            id={idOf(line)}
            line={line}
            top={(first + index) * height}
            height={height}
            isPhone={isPhone}
            active={first + index === active}
            onChoose={() => setActiveId(line.node.clientId)}
            onToggle={onToggle && (() => onToggle(line.node.clientId))}
          />
        ))}
      </Box>
    </Box>
  );
}
