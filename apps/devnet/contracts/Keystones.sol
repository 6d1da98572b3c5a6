// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Burnable} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Burnable.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @notice An ERC-1155 of six kinds of stone, ids 1 to 6, drawn on chain. Anyone may mint.
contract Keystones is ERC1155(""), ERC1155Burnable {
    using Strings for uint256;

    string public constant name = "Keystones";
    string public constant symbol = "KEY";

    error NoSuchStone(uint256 id);

    function mint(address to, uint256 id, uint256 amount) external {
        _stone(id);
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < ids.length; i++) {
            _stone(ids[i]);
        }
        _mintBatch(to, ids, amounts, "");
    }

    function uri(uint256 id) public pure override returns (string memory) {
        bytes memory json = abi.encodePacked(
            '{"name":"',
            _stone(id),
            ' keystone","description":"The stone that closes an arch.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(_image(id))),
            '","attributes":[{"trait_type":"Stone","value":"',
            _stone(id),
            '"}]}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _stone(uint256 id) private pure returns (string memory) {
        if (id == 0 || id > 6) revert NoSuchStone(id);
        return ["Granite", "Limestone", "Basalt", "Travertine", "Porphyry", "Malachite"][id - 1];
    }

    /// @return back the background, stone its face, edge its shaded sides and lines
    function _colours(uint256 id) private pure returns (string memory back, string memory stone, string memory edge) {
        back = ["#e8e3ee", "#f3efe2", "#d7dde2", "#f7e6d6", "#f0dcd9", "#dcefe4"][id - 1];
        stone = ["#8d869c", "#d9cba3", "#3d464f", "#d6a77c", "#8e3b46", "#2f7d5b"][id - 1];
        edge = ["#5f596d", "#a8976a", "#1f262d", "#a3744a", "#5d222b", "#1a5239"][id - 1];
    }

    /// @dev A wedge between the two stones it holds apart, with a pattern of its own on its face.
    function _image(uint256 id) private pure returns (string memory) {
        (string memory back, string memory stone, string memory edge) = _colours(id);
        return string.concat(
            string.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320"><rect width="320" height="320" fill="',
                back,
                '"/><g fill="none" stroke="',
                edge,
                '" stroke-opacity=".35" stroke-width="3"><path d="M0 96 76 76 112 258 40 276Z"/>',
                '<path d="M320 96 244 76 208 258 280 276Z"/></g>'
            ),
            string.concat('<path d="M84 52H236L200 264H120Z" fill="', stone, '"/><path d="M84 52 120 264H138L108 52Z"'),
            string.concat(' fill="', edge, '"/><g fill="none" stroke="', back, '" stroke-width="6">', _mark(id)),
            "</g></svg>"
        );
    }

    function _mark(uint256 id) private pure returns (string memory) {
        if (id == 1) return '<circle cx="168" cy="140" r="34"/><circle cx="168" cy="140" r="14"/>';
        if (id == 2) return '<path d="M134 180V140a34 34 0 0 1 68 0V180M152 180V142a16 16 0 0 1 32 0V180"/>';
        if (id == 3) return '<path d="M168 96 204 140 168 184 132 140ZM168 122 184 140 168 158 152 140Z"/>';
        if (id == 4) return '<path d="M130 112H206M134 132H202M138 152H198M142 172H194"/>';
        if (id == 5) return '<path d="M132 176 168 104 204 176ZM150 176 168 140 186 176"/>';
        return '<path d="M168 100V184M132 118 204 166M204 118 132 166"/><circle cx="168" cy="142" r="38"/>';
    }
}
