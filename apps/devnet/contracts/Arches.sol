// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @notice An ERC-721 whose pictures are drawn on chain from the token's id alone. Anyone may mint.
contract Arches is ERC721("Arches", "ARCH"), ERC721Burnable {
    using Strings for uint256;

    uint256 public minted;

    /// @dev Six colours of three bytes per palette: sky above, sky below, stone, stone in shade, sun, ground.
    bytes private constant PALETTES =
        hex"fde8d0f6b79cc4593b8c3a2fffd9735b2a28" // terracotta
        hex"dcefff9cc4e8f1f0ea9aa7b8fff3c44a5b73" // marble
        hex"1e2450584b8ad9b48f8f6a6bf7e7c3141531" // night
        hex"eaf3e2a9cfb0617f5c38533bffe9a82a3b2c" // moss
        hex"fff0eff5b8c2b76e8a6f3f63fff6d93f2440" // rose
        hex"e9ecefb8c0c8545c662f353cffffff1f2328" // slate
        hex"fff6dff3cf8ed49a43956327fffbe85e3f1b" // sandstone
        hex"d9f5f375c4c41f6f78124a54ffd5a10b2d33"; // lagoon

    /// @notice Mints the next id, counting from 1.
    function mint(address to) external returns (uint256 id) {
        id = ++minted;
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        bytes memory json = abi.encodePacked(
            '{"name":"Arch #',
            id.toString(),
            '","description":"An arch drawn on chain from its number.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(_image(id))),
            '","attributes":[{"trait_type":"Shape","value":"',
            _shapeName(id),
            '"},{"trait_type":"Palette","value":"',
            _paletteName(id),
            '"},{"trait_type":"Rings","value":',
            _rings(id).toString(),
            "}]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    /// @dev Neighbouring ids differ in shape and palette by construction, not by luck.
    function _shape(uint256 id) private pure returns (uint256) {
        return id % 4;
    }

    function _palette(uint256 id) private pure returns (uint256) {
        return (id * 3 + id / 8) % 8;
    }

    function _rings(uint256 id) private pure returns (uint256) {
        return 3 + _random(id, "rings") % 3;
    }

    function _random(uint256 id, string memory what) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(id, what)));
    }

    function _shapeName(uint256 id) private pure returns (string memory) {
        return ["Pointed", "Round", "Horseshoe", "Flat"][_shape(id)];
    }

    function _paletteName(uint256 id) private pure returns (string memory) {
        return ["Terracotta", "Marble", "Night", "Moss", "Rose", "Slate", "Sandstone", "Lagoon"][_palette(id)];
    }

    function _colour(uint256 id, uint256 index) private pure returns (string memory) {
        bytes memory palettes = PALETTES;
        bytes memory digits = "0123456789abcdef";
        bytes memory out = "#000000";
        uint256 start = _palette(id) * 18 + index * 3;
        for (uint256 i = 0; i < 3; i++) {
            uint8 value = uint8(palettes[start + i]);
            out[1 + i * 2] = digits[value >> 4];
            out[2 + i * 2] = digits[value & 15];
        }
        return string(out);
    }

    function _image(uint256 id) private pure returns (string memory) {
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320"><defs>',
            '<linearGradient id="s" x2="0" y2="1"><stop stop-color="',
            _colour(id, 0),
            '"/><stop offset="1" stop-color="',
            _colour(id, 1),
            '"/></linearGradient></defs><rect width="320" height="320" fill="url(#s)"/>',
            _sun(id),
            _wings(id),
            _arch(id),
            '<rect y="272" width="320" height="48" fill="',
            _colour(id, 5),
            '"/></svg>'
        );
    }

    function _sun(uint256 id) private pure returns (string memory) {
        return string.concat(
            '<circle cx="',
            (50 + _random(id, "sun x") % 220).toString(),
            '" cy="',
            (44 + _random(id, "sun y") % 50).toString(),
            '" r="',
            (18 + _random(id, "sun r") % 14).toString(),
            '" fill="',
            _colour(id, 4),
            '"/>'
        );
    }

    /// @dev The wall behind, one pair of columns on each side.
    function _wings(uint256 id) private pure returns (string memory out) {
        uint256 height = 70 + _random(id, "wings") % 60;
        string memory top = (272 - height).toString();
        string memory size = string.concat('" width="24" height="', height.toString(), '" fill="');
        uint256[4] memory xs = [uint256(12), 44, 252, 284];
        for (uint256 i = 0; i < 4; i++) {
            out = string.concat(
                out, '<rect x="', xs[i].toString(), '" y="', top, size, _colour(id, 3), '"/>'
            );
        }
        string memory lintel = string.concat('" y="', (264 - height).toString(), '" width="68" height="10" fill="');
        out = string.concat(out, '<rect x="6', lintel, _colour(id, 2), '"/>');
        out = string.concat(out, '<rect x="246', lintel, _colour(id, 2), '"/>');
    }

    /// @dev Rings from the outside in, stone and shade in turn; the innermost one is the sky seen through.
    function _arch(uint256 id) private pure returns (string memory out) {
        uint256 rings = _rings(id);
        uint256 step = 60 / rings;
        for (uint256 i = 0; i <= rings; i++) {
            string memory fill = i == rings ? _colour(id, 1) : _colour(id, 2 + i % 2);
            out = string.concat(out, '<path d="', _outline(_shape(id), 92 - i * step), '" fill="', fill, '"/>');
        }
    }

    /// @param half half the width of the opening
    function _outline(uint256 shape, uint256 half) private pure returns (string memory) {
        string memory left = (160 - half).toString();
        string memory right = (160 + half).toString();
        string memory r = half.toString();
        if (shape == 0) {
            // Two arcs struck from the opposite springing points.
            string memory wide = (half * 2).toString();
            string memory apex = (200 - (half * 173) / 100).toString();
            string memory arc = string.concat("A", wide, " ", wide, " 0 0 1 ");
            return string.concat(
                string.concat("M", left, " 272V200", arc, "160 ", apex), string.concat(arc, right, " 200V272Z")
            );
        }
        if (shape == 2) {
            // The circle bulges over its posts, which stand at seven tenths of its radius.
            uint256 post = (half * 7) / 10;
            string memory foot = (160 + (half * 71) / 100).toString();
            return string.concat(
                string.concat("M", (160 - post).toString(), " 272V", foot),
                string.concat("A", r, " ", r, " 0 1 1 ", (160 + post).toString(), " ", foot, "V272Z")
            );
        }
        string memory rise = shape == 3 ? (half / 2).toString() : r;
        string memory spring = shape == 3 ? "150" : "180";
        return string.concat(
            string.concat("M", left, " 272V", spring, "A", r, " ", rise, " 0 0 1 "),
            string.concat(right, " ", spring, "V272Z")
        );
    }
}
