// What favorites add to the demo.

import { addToDemo } from "../contexts.js";
import { favorites } from "./favorites.js";

addToDemo({ views: { favorites: { title: "Favorites", render: favorites, linked: ["person"] } } });
