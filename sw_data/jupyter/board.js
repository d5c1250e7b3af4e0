// The board on the page. Every text of a sheet goes in as text (textContent), never as HTML.

const RESULTS = new Set(["success", "raise", "failure", "critical_failure"]);
const STATUSES = new Set(["resolved", "rejected", "revised"]);
const PAGE = 10;

/** An element with a class, a text or children, and attributes. */
function make(tag, name, inside, attributes) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (Array.isArray(inside)) made.append(...inside.filter((each) => each !== null));
  else if (inside !== undefined && inside !== null) made.textContent = String(inside);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, String(value));
  return made;
}

const many = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

// --- the track --------------------------------------------------------------

function piece(head, now) {
  const marks = [];
  if (now.from !== null) marks.push(`from zone ${now.from}`);
  if (now.close.length) marks.push(`Close to ${now.close.join(", ")}`);
  if (now.on_hold) marks.push("on hold");
  if (now.out_of_control) marks.push("Out of Control");
  const classes = ["sw-piece", head.side === "quarry" ? "sw-quarry" : "sw-pursuer"];
  if (now.on_hold) classes.push("sw-hold");
  if (now.out_of_control) classes.push("sw-loose");
  if (now.acting) classes.push("sw-acting");
  return make("li", classes.join(" "), [
    make("strong", "", now.name),
    make("span", "sw-small", head.vehicle ? `${head.side}, ${head.vehicle}` : head.side),
    ...marks.map((mark) => make("span", "sw-mark", mark)),
  ]);
}

function zone(title, pieces, label) {
  return make("li", pieces.length ? "sw-zone" : "sw-zone sw-empty", [
    make("span", "sw-number", title),
    make("ul", "", pieces, { "aria-label": label }),
  ]);
}

function track(head, now) {
  const places = new Map();
  now.pieces.forEach((each, index) => {
    const where = each.escaped ? "escaped" : Math.min(Math.max(each.zone, now.first), now.last);
    if (!places.has(where)) places.set(where, []);
    places.get(where).push(piece(head.pieces[index], each));
  });
  const zones = [];
  for (let number = now.first; number <= now.last; number += 1) {
    zones.push(zone(number, places.get(number) ?? [], `zone ${number}`));
  }
  zones.push(zone("escaped", places.get("escaped") ?? [], "escaped"));
  const end = head.end === null ? "no last zone" : `last zone ${head.end}`;
  return make("section", "sw-chase", [
    make("div", "sw-heading", [
      make("strong", "", head.name),
      make("span", "sw-small", ` ${head.skill}, ${end}`),
    ]),
    make("ol", "sw-track", zones, { "aria-label": `zones of ${head.name}` }),
  ]);
}

/** Brings whoever acts into view, without moving the page. */
function follow(board) {
  for (const row of board.querySelectorAll(".sw-track")) {
    const acting = row.querySelector(".sw-acting") ?? row.querySelector(".sw-piece");
    if (acting === null) continue;
    const [seen, wanted] = [row.getBoundingClientRect(), acting.getBoundingClientRect()];
    if (wanted.left < seen.left || wanted.right > seen.right) {
      row.scrollLeft += wanted.left - seen.left - (seen.width - wanted.width) / 2;
    }
  }
}

// --- everybody --------------------------------------------------------------

function pips(value, most, what) {
  if (most === null || value === null || value === undefined) return make("td", "", "");
  const shown = Math.min(Math.max(value, most), 12);
  const marks = "●".repeat(Math.min(value, shown)) + "○".repeat(Math.max(0, shown - value));
  return make("td", "sw-figure", [
    make("span", "sw-pips", marks, { "aria-hidden": "true" }),
    make("span", "", ` ${value}/${most}`, { "aria-label": `${value} of ${most} ${what}` }),
  ]);
}

function everybody(head, now) {
  const rows = head.actors.map((each, index) => {
    const state = now.actors[index];
    const badges = state.conditions.map((name) => make("span", "sw-badge", name));
    const cells = [
      make("th", "", [make("span", "", each.name), make("span", "sw-small", ` ${each.kind}`)], {
        scope: "row",
      }),
      pips(state.wounds, each.wounds, "wounds"),
      pips(state.fatigue, each.fatigue, "fatigue"),
      make("td", "", state.bennies ?? ""),
      make("td", "", badges),
    ];
    ["", "wounds", "fatigue", "bennies", "conditions"].forEach((name, column) => {
      if (name && state.changed.includes(name)) cells[column].classList.add("sw-changed");
    });
    return make("tr", "", cells);
  });
  const titles = ["", "Wounds", "Fatigue", "Bennies", "Conditions"];
  const first = make("tr", "", titles.map((title) => make("th", "", title, { scope: "col" })));
  const parts = [make("table", "", [make("thead", "", [first]), make("tbody", "", rows)])];
  if (head.unseen) parts.push(make("p", "sw-small", `and ${head.unseen} more`));
  if (now.gm_bennies !== null) {
    const bennies = now.gm_bennies === 1 ? "1 benny" : `${now.gm_bennies} bennies`;
    parts.push(make("p", "sw-small", `The GM has ${bennies}.`));
  }
  return make("section", "sw-everybody", parts, { "aria-label": "how everybody stands" });
}

// --- what happened, and why -------------------------------------------------

function die(each) {
  const aced = (face) => each.sides > 1 && face === each.sides;
  const faces = each.faces.map((face) =>
    make("span", aced(face) ? "sw-face sw-ace" : "sw-face", face, aced(face) ? { title: "an Ace" } : {}),
  );
  const name = each.wild ? `Wild ${each.die}` : each.die;
  const said = each.faces.map((face) => (aced(face) ? `${face}, an Ace` : `${face}`)).join(", then ");
  const parts = [make("span", "sw-small", name), ...faces];
  if (each.faces.length > 1) parts.push(make("span", "", `= ${each.total}`));
  return make("span", each.wild ? "sw-die sw-wild" : "sw-die", parts, {
    role: "img",
    "aria-label": `${name}: ${said}, makes ${each.total}`,
  });
}

function roll(each) {
  const modifiers = each.modifiers.map((modifier) =>
    make("li", "", [
      make("strong", "", modifier.value),
      make("span", "", ` ${modifier.label} `),
      make("code", "", modifier.rule),
    ]),
  );
  const result = RESULTS.has(each.result) ? each.result : "";
  const total = [make("strong", "", each.total)];
  if (each.against) total.push(make("span", "", ` against ${each.against}`));
  if (result) total.push(make("span", `sw-result sw-${result}`, each.result_text));
  return make("li", "sw-roll", [
    make("div", "sw-who", each.who ? `${each.who}: ${each.what}` : each.what),
    make("div", "sw-dice", each.dice.map(die)),
    modifiers.length ? make("ul", "sw-modifiers", modifiers, { "aria-label": "modifiers" }) : null,
    make("div", "sw-total", [make("span", "sw-small", "total "), ...total]),
    each.note ? make("div", "sw-small", each.note) : null,
  ]);
}

function lines(title, texts) {
  if (!texts.length) return null;
  return make("div", "sw-lines", [
    make("div", "sw-title", title),
    make("ul", "", texts.map((text) => make("li", "", text))),
  ]);
}

function happened(now) {
  const cards = now.cards.map((each) => `${each.who}: ${each.cards.join(", ")}`);
  const parts = [
    lines("Noted", now.notes),
    now.rolls.length
      ? make("ul", "sw-rolls", now.rolls.map(roll), { "aria-label": "dice as they fell" })
      : null,
    lines("Action Cards, first to last", cards),
    lines("Hits", now.hits),
    lines("What changed", now.changes),
  ].filter((each) => each !== null);
  if (now.rules.length) {
    const rules = now.rules.map((rule) => make("li", "", [make("code", "", rule)]));
    parts.push(make("div", "sw-lines", [
      make("div", "sw-title", "By the rules"),
      make("ul", "sw-rules", rules),
    ]));
  }
  return make("section", "sw-happened", parts, { "aria-label": "what happened, and why" });
}

// --- the whole --------------------------------------------------------------

function button(label, sign, act) {
  const made = make("button", "", sign, { type: "button", "aria-label": label, title: label });
  made.addEventListener("click", act);
  return made;
}

function render({ model, el }) {
  const last = () => model.get("head").last;
  const step = () => model.get("step");
  const go = (wanted) => {
    const number = Math.min(Math.max(wanted, 0), last());
    if (number === step()) return;
    model.set("step", number);
    model.save_changes();
  };

  const title = make("div", "sw-heading");
  const slider = make("input", "", null, { type: "range", min: 0, step: 1, "aria-label": "step" });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const buttons = [
    button("first step (Home)", "⇤", () => go(0)),
    button("step back (left arrow)", "←", () => go(step() - 1)),
    button("next step (right arrow)", "→", () => go(step() + 1)),
    button("last step (End)", "⇥", () => go(last())),
  ];
  const count = make("span", "sw-count");
  const bar = make("div", "sw-bar", [...buttons, slider, count], {
    role: "toolbar",
    "aria-label": "steps",
  });
  const said = make("div", "sw-said", null, { "aria-live": "polite" });
  const body = make("div", "sw-body");
  // The first attribute keeps JupyterLab's own shortcuts (left folds a heading) away from the keys of the board.
  const board = make("div", "sw-board", [title, bar, said, body], {
    "data-lm-suppress-shortcuts": "true",
    role: "group",
    tabindex: 0,
  });

  const keys = {
    ArrowLeft: () => go(step() - 1),
    ArrowRight: () => go(step() + 1),
    PageUp: () => go(step() - PAGE),
    PageDown: () => go(step() + PAGE),
    Home: () => go(0),
    End: () => go(last()),
  };
  board.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });

  function draw() {
    const head = model.get("head");
    const number = step();
    title.replaceChildren(make("strong", "", head.title), make("span", "sw-small", ` ${head.note}`));
    board.setAttribute("aria-label", `${head.title}, ${many(head.last, "step")}`);
    bar.hidden = head.last === 0;
    slider.max = String(head.last);
    slider.value = String(number);
    count.textContent = `${number} / ${head.last}`;
    // A disabled button would lose the focus that a keyboard user stands on.
    buttons.forEach((each, index) => {
      each.setAttribute("aria-disabled", String(index < 2 ? number === 0 : number === head.last));
    });
    const now = model.get("slice").find((each) => each.step === number);
    slider.setAttribute("aria-valuetext", `${number} of ${head.last}${now ? `: ${now.summary}` : ""}`);
    if (now === undefined) {
      said.textContent = "This step is not here yet; it comes from the kernel.";
      return;
    }
    said.hidden = head.last === 0;
    const status = STATUSES.has(now.status) ? now.status : "";
    said.replaceChildren(
      ...(now.id ? [make("code", "", now.id), make("span", "sw-type", now.type)] : []),
      make("span", "sw-summary", now.summary),
      ...(status && status !== "resolved"
        ? [make("span", `sw-status sw-${status}`, now.revised_by ? `revised by ${now.revised_by}` : status)]
        : []),
    );
    body.replaceChildren(
      ...now.chases.map((each, index) => track(head.chases[index], each)),
      make("div", "sw-columns", [
        head.last ? happened(now) : null,
        head.actors.length ? everybody(head, now) : null,
      ]),
    );
    follow(board);
  }

  el.append(board);
  draw();
  const watched = "change:head change:slice change:step";
  model.on(watched, draw);
  return () => model.off(watched, draw);
}

export default { render };
