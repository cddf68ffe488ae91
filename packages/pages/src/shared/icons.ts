// Each from its file, so that neither pages nor builds load the two thousand others.
import activity from "lucide/dist/esm/icons/activity.mjs";
import arrowDown from "lucide/dist/esm/icons/arrow-down.mjs";
import arrowLeft from "lucide/dist/esm/icons/arrow-left.mjs";
import arrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import arrowUp from "lucide/dist/esm/icons/arrow-up.mjs";
import ban from "lucide/dist/esm/icons/ban.mjs";
import bot from "lucide/dist/esm/icons/bot.mjs";
import check from "lucide/dist/esm/icons/check.mjs";
import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import chevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import circleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import circleCheck from "lucide/dist/esm/icons/circle-check.mjs";
import circleDashed from "lucide/dist/esm/icons/circle-dashed.mjs";
import circlePause from "lucide/dist/esm/icons/circle-pause.mjs";
import circleQuestionMark from "lucide/dist/esm/icons/circle-question-mark.mjs";
import circleX from "lucide/dist/esm/icons/circle-x.mjs";
import columns2 from "lucide/dist/esm/icons/columns-2.mjs";
import copy from "lucide/dist/esm/icons/copy.mjs";
import download from "lucide/dist/esm/icons/download.mjs";
import ellipsis from "lucide/dist/esm/icons/ellipsis.mjs";
import externalLink from "lucide/dist/esm/icons/external-link.mjs";
import file from "lucide/dist/esm/icons/file.mjs";
import funnel from "lucide/dist/esm/icons/funnel.mjs";
import idCard from "lucide/dist/esm/icons/id-card.mjs";
import keyRound from "lucide/dist/esm/icons/key-round.mjs";
import keyboard from "lucide/dist/esm/icons/keyboard.mjs";
import layers from "lucide/dist/esm/icons/layers.mjs";
import link from "lucide/dist/esm/icons/link.mjs";
import listChecks from "lucide/dist/esm/icons/list-checks.mjs";
import loaderCircle from "lucide/dist/esm/icons/loader-circle.mjs";
import logIn from "lucide/dist/esm/icons/log-in.mjs";
import menu from "lucide/dist/esm/icons/menu.mjs";
import messageSquare from "lucide/dist/esm/icons/message-square.mjs";
import moon from "lucide/dist/esm/icons/moon.mjs";
import paperclip from "lucide/dist/esm/icons/paperclip.mjs";
import pause from "lucide/dist/esm/icons/pause.mjs";
import pencil from "lucide/dist/esm/icons/pencil.mjs";
import play from "lucide/dist/esm/icons/play.mjs";
import plug from "lucide/dist/esm/icons/plug.mjs";
import plus from "lucide/dist/esm/icons/plus.mjs";
import refreshCw from "lucide/dist/esm/icons/refresh-cw.mjs";
import search from "lucide/dist/esm/icons/search.mjs";
import send from "lucide/dist/esm/icons/send.mjs";
import settings from "lucide/dist/esm/icons/settings.mjs";
import shield from "lucide/dist/esm/icons/shield.mjs";
import square from "lucide/dist/esm/icons/square.mjs";
import sun from "lucide/dist/esm/icons/sun.mjs";
import terminal from "lucide/dist/esm/icons/terminal.mjs";
import trash from "lucide/dist/esm/icons/trash.mjs";
import triangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import undo2 from "lucide/dist/esm/icons/undo-2.mjs";
import x from "lucide/dist/esm/icons/x.mjs";

/** The icons of our pages, by Lucide's names. */
export const icons = {
  activity,
  "arrow-down": arrowDown,
  "arrow-left": arrowLeft,
  "arrow-right": arrowRight,
  "arrow-up": arrowUp,
  ban,
  bot,
  check,
  "chevron-down": chevronDown,
  "chevron-right": chevronRight,
  "circle-alert": circleAlert,
  "circle-check": circleCheck,
  "circle-dashed": circleDashed,
  "circle-pause": circlePause,
  "circle-question-mark": circleQuestionMark,
  "circle-x": circleX,
  "columns-2": columns2,
  copy,
  download,
  ellipsis,
  "external-link": externalLink,
  file,
  funnel,
  "id-card": idCard,
  "key-round": keyRound,
  keyboard,
  layers,
  link,
  "list-checks": listChecks,
  "loader-circle": loaderCircle,
  "log-in": logIn,
  menu,
  "message-square": messageSquare,
  moon,
  paperclip,
  pause,
  pencil,
  play,
  plug,
  plus,
  "refresh-cw": refreshCw,
  search,
  send,
  settings,
  shield,
  square,
  sun,
  terminal,
  trash,
  "triangle-alert": triangleAlert,
  "undo-2": undo2,
  x,
} as const;

export type IconName = keyof typeof icons;

/** What every icon has: 16 px, in the colour of the text beside it. */
export const iconAttributes = {
  class: "icon",
  width: "16",
  height: "16",
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  "stroke-width": "2",
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
  "aria-hidden": "true",
} as const;
