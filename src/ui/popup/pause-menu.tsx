import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Pause } from '../../model/status';
import type { Choice } from './view';

interface Props {
  /** What can be paused. Without choices everything that blocks this tab can be resumed. */
  readonly choices: readonly Choice[] | undefined;
  readonly onPause: (scope: Pause['scope'], forAnHour: boolean) => void;
  readonly onResume: () => void;
}

/** One button for pausing and resuming, so that the keyboard's focus stays on it; pausing first asks what and how long. */
export function PauseMenu({ choices, onPause, onResume }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const shown = open && choices !== undefined;
  return (
    <>
      <button
        ref={button}
        type="button"
        class={choices ? '' : 'main'}
        data-testid={choices ? 'pause' : 'resume'}
        {...(choices && { 'aria-expanded': shown, 'aria-controls': id })}
        onClick={() => (choices ? setOpen(!open) : onResume())}
      >
        {choices ? 'Pause…' : 'Resume'}
      </button>
      {shown && <Choices id={id} choices={choices} onClose={close} onPause={onPause} />}
    </>
  );
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly onClose: () => void;
  readonly onPause: Props['onPause'];
}

function Choices({ id, choices, onClose, onPause }: ChoicesProps) {
  const [chosen, setChosen] = useState<Pause['scope']>();
  const group = useRef<HTMLFieldSetElement>(null);
  // What was chosen may be gone by now: the user went on in the tab.
  const scope = choices.find((choice) => choice.scope === chosen)?.scope ?? choices[0]?.scope;
  // Before anything is painted: whoever goes on by keyboard at once is in the choices already.
  useLayoutEffect(() => group.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  const pause = (forAnHour: boolean) => {
    onClose();
    if (scope) onPause(scope, forAnHour);
  };
  return (
    <fieldset
      id={id}
      ref={group}
      class="pause"
      data-testid="pause-choices"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault(); // or the browser would close the popup itself
        onClose();
      }}
    >
      <legend>Pause what?</legend>
      {choices.map((choice) => (
        <label key={choice.scope}>
          <input
            type="radio"
            name="scope"
            checked={choice.scope === scope}
            data-testid={`pause-${choice.scope}`}
            onChange={() => setChosen(choice.scope)}
          />
          {choice.label}
        </label>
      ))}
      <div class="actions">
        <button type="button" data-testid="pause-hour" onClick={() => pause(true)}>
          For an hour
        </button>
        <button type="button" class="main" data-testid="pause-open-ended" onClick={() => pause(false)}>
          Until I resume
        </button>
      </div>
    </fieldset>
  );
}
