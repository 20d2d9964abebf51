import Avatar from '@mui/material/Avatar';
import { useEffect, useState } from 'react';
import { accessToken } from '../api/session.ts';

/** A client's profile picture, or the first letters of its name. */
export function ClientAvatar({
  name,
  profileUrl,
  size = 50,
}: {
  name: string;
  profileUrl: string | null;
  size?: number;
}) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let gone = false;
    // A picture has nothing but its address, so the token is part of it.
    void (profileUrl === null
      ? undefined
      : accessToken().then((token) => {
          if (!gone && token !== undefined)
            setAddress(`/v1${profileUrl}?token=${encodeURIComponent(token)}`);
        }));
    return () => {
      gone = true;
      setAddress(undefined);
    };
  }, [profileUrl]);
  return (
    <Avatar
      alt=""
      aria-hidden="true"
      src={address}
      sx={{ width: size, height: size, fontSize: size * 0.4 }}
    >
      {initialsOf(name)}
    </Avatar>
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
