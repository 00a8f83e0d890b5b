// Small line drawings; they say nothing that the words beside them do not.
const PATHS: Record<string, string> = {
  home: "M3 9.5 10 3.5l7 6M5 8.5V16h10V8.5M8.5 16v-4h3v4",
  games: "M3.5 5.5h13v9h-13zM7 8.5v3M5.5 10h3M13 9h.01M14.5 11h.01",
  solve: "M3.5 4c3 0 3.5 8 6.5 10s4.5 1.5 6.5 1.5M3.5 16.5h13",
  holdem: "M10 3c2.500 3 5.500 5 5.500 7.800a2.700 2.700 0 0 1-4.700 1.700c.200 1.600.800 2.800 1.700 4H7.500c.900-1.200 1.500-2.400 1.700-4a2.700 2.700 0 0 1-4.700-1.700C4.500 8 7.500 6 10 3Z",
  train: "M6 3.500h8.500v11H6zM4 6v10.500h8M8.500 7h3.500M8.500 10h3.500",
  matrix: "M4 4v12M16 4v12M4 4h2M4 16h2M14 4h2M14 16h2M8 7.5h.01M12 7.5h.01M8 12.5h.01M12 12.5h.01",
  subgame: "M10 4 5 9M10 4l5 5M5 9l-2 6M5 9l2.5 6M15 9l-2.500 6M15 9l2 6M3 11.500h14",
  runs: "M4 5.5h12M4 10h12M4 14.5h8",
  library: "M4 4h3v12H4zM8.500 4h3v12h-3zM13 5l2.700-.700 2.300 11-2.700.700z",
  settings: "M3.500 6h7M14.500 6h2M3.500 14h2M9.500 14h7M12.500 4v4M7.500 12v4",
  keys: "M3 5.500h14v9H3zM5.500 8h.01M8.500 8h.01M11.500 8h.01M14.500 8h.01M6.500 12h7",
  pen: "M4 16l.700-3.300L13.500 4 16 6.500l-8.700 8.800z",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5h.01",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4",
  sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.100 1.100M14.6 14.600l1.100 1.100M4.3 15.7l1.100-1.100M14.600 5.400l1.100-1.100",
  moon: "M16.5 11.5A6.5 6.5 0 0 1 8.5 3.5a6.5 6.5 0 1 0 8 8Z",
  system: "M3 4.5h14v9H3zM7.5 17h5M10 13.5V17",
  play: "M6.5 4.5v11l9-5.5z",
  pause: "M7 5v10M13 5v10",
  stop: "M5.5 5.5h9v9h-9z",
  again: "M15.5 7A6.3 6.3 0 1 0 16.5 11M15.5 3.5V7H12",
  copy: "M7.5 7.5h8.5v8.5H7.5zM4 12.5V4h8.5",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.600L14.5 6M8.5 9v5M11.5 9v5",
  down: "M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12",
  arrow: "M4 10h11M11 6l4 4-4 4",
};

export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
