// What fantasy football adds to the demo.

import { addToDemo } from "../contexts.js";
import { league } from "./league.js";

addToDemo({ views: { league: { title: "League", render: league, linked: ["person"] } } });
