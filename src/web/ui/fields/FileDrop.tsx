import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState, type DragEvent } from 'react';

/** Takes files by drop or by choosing; judging them is the caller's. */
export function FileDrop({
  title,
  or,
  browse,
  help,
  accept,
  several,
  isSecond = false,
  onFiles,
}: {
  title: string;
  or: string;
  browse: string;
  help: string;
  accept: string;
  several?: boolean;
  /** True beside another way to enter the same, which is no less usual. */
  isSecond?: boolean;
  onFiles(files: File[]): void;
}) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={(theme) => ({
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 2,
        px: 5,
        py: isSecond ? 5 : { xs: 8, sm: 10 },
        borderRadius: 'var(--corner-card)',
        transition: theme.transitions.create(['background-color', 'border-color'], {
          duration: 150,
        }),
        border: `1.5px dashed ${over ? theme.vars?.palette.primary.main : theme.vars?.palette.surface.control}`,
        backgroundColor: over
          ? theme.vars?.palette.surface.accent
          : theme.vars?.palette.surface.sunken,
      })}
    >
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 48,
          height: 48,
          borderRadius: 'var(--corner-dialog)',
          display: 'grid',
          placeItems: 'center',
          color: theme.vars?.palette.primary.main,
          backgroundColor: theme.vars?.palette.background.paper,
          border: `1px solid ${theme.vars?.palette.divider}`,
          mb: 1,
        })}
      >
        <UploadIcon sx={{ fontSize: 24 }} />
      </Box>
      {/* Nothing can be dropped on a phone. */}
      <Typography variant="h2" component="p" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {or}
      </Typography>
      <Button
        {...(isSecond ? { variant: 'outlined', color: 'inherit' } : { variant: 'contained' })}
        onClick={() => input.current?.click()}
      >
        {browse}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={several}
        hidden
        aria-label={browse}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 420, mt: 1 }}>
        {help}
      </Typography>
    </Box>
  );
}
