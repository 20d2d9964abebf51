import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { messageOf, upload } from '../api/call.ts';
import { FileDrop } from '../ui/fields/FileDrop.tsx';
import { Beside, Rows } from '../ui/page/layout.tsx';
import { Page, Section } from '../ui/page/Page.tsx';
import type { EntriesInput, EntriesOutput } from './entries.ts';
import { ExampleFile, type Example } from './ExampleFile.tsx';
import { NextSteps } from './NextSteps.tsx';
import { useSend } from './queries.ts';

type Props<R extends Endpoint, P extends Endpoint, E extends Endpoint, C> = Pick<
  ComponentProps<typeof Page>,
  'title' | 'purpose' | 'back'
> & {
  drop: string;
  dropHelp: string;
  /** The endings of files, with commas between them. */
  accept: string;
  example: Example;
  /** The steps after the file. */
  steps: readonly string[];
  read: R;
  preview: P;
  enter: E;
  /** Readings that the entries make stale. */
  changes: readonly Endpoint[];
  inputOf(choice: C, file: Output<R>): EntriesInput<P, E>;
  /** The choice in a line, once it is folded; without it only the name of the file. */
  chosen?(choice: C, file: Output<R>, name: string): string;
  columns(parts: {
    name: string;
    file: Output<R>;
    isBusy: boolean;
    /** Something was changed, so that a preview is of another choice. */
    onChange(): void;
    onBack(): void;
    onChosen(choice: C): void;
  }): ReactNode;
  rows(parts: {
    found: EntriesOutput<P, E>;
    isEntered: boolean;
    isBusy: boolean;
    onEnter(): void;
    /** Goes back to the choice of a file. */
    onAgain(): void;
  }): ReactNode;
};

/** A file of things that clients bring from another portal: its upload, its columns, a preview, and then the entries. */
export function FileOfEntries<R extends Endpoint, P extends Endpoint, E extends Endpoint, C>(
  props: Props<R, P, E, C>,
) {
  const { title, purpose, back, inputOf } = props;
  const { t } = useTranslation();
  const [choice, setChoice] = useState<C | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const failed = (refused: Error) => setFailure(messageOf(refused));
  const preview = useSend(props.preview, { failed });
  const enter = useSend(props.enter, { changes: props.changes, failed });
  const reset = () => {
    setFailure(null);
    preview.reset();
    enter.reset();
  };
  const { read, progress, open, stop, forget } = useUpload(props.read, reset, failed);
  const readAgain = () => {
    reset();
    setChoice(null);
    setChanging(false);
    forget();
  };
  const found = enter.data ?? preview.data;
  // Once there is a preview it is what the page is about.
  const isFolded = found !== undefined && !isChanging;
  const { unfolded, folded, entered } = useFocusOfShown(
    enter.data !== undefined ? 'entered' : isFolded ? 'folded' : 'unfolded',
  );
  return (
    <Page title={title} purpose={purpose} back={back}>
      <Rows isFluid>
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        {progress !== null && (
          <Section>
            <Rows>
              <LinearProgress variant="determinate" value={progress} aria-label={t('loading')} />
              <Box>
                <Button variant="outlined" color="inherit" onClick={stop}>
                  {t('common.cancel')}
                </Button>
              </Box>
            </Rows>
          </Section>
        )}
        {read === null && progress === null && (
          <Box ref={unfolded} tabIndex={-1} sx={{ outline: 'none' }}>
            <Beside aside={<NextSteps steps={props.steps} />}>
              <FileDrop
                title={props.drop}
                or={t('fromFile.dropOr')}
                browse={t('fromFile.browse')}
                help={props.dropHelp}
                accept={props.accept}
                onFiles={(files) => void open(files)}
              />
              <ExampleFile {...props.example} />
            </Beside>
          </Box>
        )}
        {read !== null && enter.data === undefined && isFolded && (
          <Box ref={folded} tabIndex={-1} sx={{ outline: 'none' }}>
            <ChosenColumns
              text={
                (choice !== null && props.chosen?.(choice, read.file, read.name)) ||
                t('fromFile.columnsChosen', { name: read.name })
              }
              onChange={() => setChanging(true)}
            />
          </Box>
        )}
        {/* Folded columns stay as they were chosen. */}
        {read !== null && enter.data === undefined && (
          <Box
            ref={unfolded}
            tabIndex={-1}
            sx={{ display: isFolded ? 'none' : 'block', outline: 'none' }}
          >
            {props.columns({
              ...read,
              isBusy: preview.isPending,
              onChange: reset,
              onBack: readAgain,
              onChosen(chosen) {
                reset();
                setChoice(chosen);
                setChanging(false);
                preview.mutate(inputOf(chosen, read.file));
              },
            })}
          </Box>
        )}
        {found !== undefined && (
          <Box
            ref={entered}
            tabIndex={-1}
            sx={{
              display: 'grid',
              gap: 5,
              gridTemplateColumns: 'minmax(0, 1fr)',
              outline: 'none',
            }}
          >
            {props.rows({
              found,
              isEntered: enter.data !== undefined,
              isBusy: enter.isPending,
              onEnter() {
                setFailure(null);
                if (choice !== null && read !== null) enter.mutate(inputOf(choice, read.file));
              },
              onAgain: readAgain,
            })}
          </Box>
        )}
      </Rows>
    </Page>
  );
}

/** The focus for the part that a step shows: the button that was pressed for it is gone then. */
function useFocusOfShown(step: 'unfolded' | 'folded' | 'entered') {
  const unfolded = useRef<HTMLDivElement>(null);
  const folded = useRef<HTMLDivElement>(null);
  const entered = useRef<HTMLDivElement>(null);
  const was = useRef(step);
  useEffect(() => {
    if (was.current === step) return;
    was.current = step;
    ({ unfolded, folded, entered })[step].current?.focus();
  }, [step]);
  return { unfolded, folded, entered };
}

/** The columns of a file, chosen and out of the way. */
function ChosenColumns({ text, onChange }: { text: string; onChange(): void }) {
  const { t } = useTranslation();
  return (
    <Section>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography sx={{ overflowWrap: 'anywhere' }}>{text}</Typography>
        <Button size="small" variant="outlined" color="inherit" onClick={onChange}>
          {t('fromFile.changeColumns')}
        </Button>
      </Box>
    </Section>
  );
}

/** The upload of one file, in percent while it runs, and the content that the server read. */
function useUpload<R extends Endpoint>(
  endpoint: R,
  begun: () => void,
  failed: (failure: Error) => void,
) {
  const [read, setRead] = useState<{ name: string; file: Output<R> } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function open([file]: File[]) {
    if (!file) return;
    begun();
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      const content = await upload(endpoint, {} as Input<R>, file, {
        signal: controller.signal,
        progress: (sent, total) => setProgress(Math.round((sent / total) * 100)),
      });
      setRead({ name: file.name, file: content });
    } catch (refused) {
      if (!controller.signal.aborted) failed(refused as Error);
    }
    setProgress(null);
  }
  return {
    read,
    progress,
    open,
    stop: () => running.current?.abort(),
    forget: () => setRead(null),
  };
}
